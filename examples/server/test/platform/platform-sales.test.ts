import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { crm, machineToken, pro, random } from '../support/licensing-api.js';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { unusedApplication } from '../support/platform-changes.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
let seller: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
  seller = await machineToken(server, null);
});
test.after.always(() => server?.stop());

const call = (method: string, path: string, body?: unknown, by = token) => send(server.issuer, method, path, by, body);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];
const applications = '/api/platform/applications';
const types = '/api/licensing/license-types';
const tenants = '/api/platform/tenants';
const newEmail = () => `${randomUUID()}@people.test`;
const password = 'correct horse battery staple';

test('an application is renamed and deleted', async (t) => {
  const { applicationId } = await unusedApplication(server);
  const path = `${applications}/${applicationId}`;
  const name = `App ${randomUUID()}`;
  const renamed = await call('PATCH', path, { name });
  t.is(renamed.status, 200);
  t.like(renamed.body, { id: applicationId, name });
  t.like(await lastEvent(server, 'application.updated', applicationId), { actorKind: 'machine', tenantId: null });
  t.like(await call('PATCH', path, { name: 'CRM' }), { status: 422, body: { details: [{ path: 'name' }] } });
  for (const wrong of [{}, { name: '' }, { name, more: 1 }]) t.is((await call('PATCH', path, wrong)).status, 422);
  t.like(await call('DELETE', path), { status: 200, body: { success: true } });
  t.like(await lastEvent(server, 'application.deleted', applicationId), { data: { name, licenseTypes: 1 } });
  for (const method of ['PATCH', 'DELETE'])
    for (const gone of [path, `${applications}/${random}`, `${applications}/nothing`])
      t.deepEqual(codeOf(await call(method, gone, method === 'PATCH' ? { name } : undefined)), [404, 'NOT_FOUND']);
});

test('what is in use is not deleted, and the response names what uses it', async (t) => {
  const tenant = await freshTenant(server);
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { name: 'AAA first' } });
  const data = { tenantId: tenant.id, applicationId: crm, licenseTypeId: pro, quantityPurchased: 1 };
  await server.identity.db.subscription.create({ data });
  for (const [path, by] of [
    [`${applications}/${crm}`, token],
    [`${types}/${pro}`, seller],
  ] as const) {
    const { status, body } = await call('DELETE', path, undefined, by);
    t.deepEqual([status, body['error']], [409, 'IN_USE']);
    const details = body['details'] as { path: string; message: string }[];
    t.deepEqual(details[0], { path: 'subscriptions', message: 'AAA first' });
    t.true(details.length <= 20);
  }
  t.is(await server.identity.db.licenseType.count({ where: { id: pro } }), 1);
});

test('a license type is changed and deleted by those who may create one', async (t) => {
  const { licenseTypeId } = await unusedApplication(server);
  const path = `${types}/${licenseTypeId}`;
  const changes = { name: 'Gold', features: ['export', 'api'], limits: { contacts: 10 } };
  const { status, body } = await call('PATCH', path, changes, seller);
  t.is(status, 200);
  t.like(body, { id: licenseTypeId, slug: 'only', ...changes });
  t.like(await lastEvent(server, 'license_type.updated', licenseTypeId), {
    data: { changed: ['name', 'features', 'limits'], name: 'Gold', slug: 'only' },
  });
  // What is left out stays.
  t.like((await call('PATCH', path, { features: [] }, seller)).body, { ...changes, features: [] });
  for (const wrong of [{}, { slug: 'other' }, { features: ['a', 'a'] }, { limits: { a: -1 } }, { name: '' }])
    t.is((await call('PATCH', path, wrong, seller)).status, 422, JSON.stringify(wrong));
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  for (const by of [
    owner,
    await machineToken(server, tenant.id),
    await machineToken(server, null, ['licenses:read']),
  ]) {
    t.is((await call('PATCH', path, { name: 'Mine' }, by)).status, 403);
    t.is((await call('DELETE', path, undefined, by)).status, 403);
  }
  t.is((await call('DELETE', path, undefined, seller)).status, 200);
  for (const gone of [path, `${types}/nothing`])
    t.deepEqual(codeOf(await call('DELETE', gone, undefined, seller)), [404, 'NOT_FOUND']);
});

test('a new tenant invites its owner, who accepts and owns it', async (t) => {
  const ownerEmail = newEmail();
  const slug = `s-${randomUUID().slice(0, 8)}`;
  const { status, body } = await call('POST', tenants, { name: 'Sold', slug, ownerEmail });
  t.is(status, 201);
  const invitation = body['invitation'] as { id: string; email: string; expiresAt: string };
  t.like(body, { name: 'Sold', slug, memberCount: 0, mfaPolicy: 'OPTIONAL', invitation: { email: ownerEmail } });
  t.deepEqual(Object.keys(invitation).sort(), ['email', 'expiresAt', 'id']);
  const { invitation: _invitation, ...tenant } = body;
  t.deepEqual((await call('GET', `${tenants}/${slug}`)).body, tenant);
  t.like(await lastEvent(server, 'tenant.created', body['id']), { actorKind: 'machine', tenantId: body['id'] });
  t.like(await lastEvent(server, 'invitation.created', invitation.id), { data: { role: 'owner' } });
  const secret = await server.mailbox.invitationSecret(ownerEmail);
  const accepted = await call('POST', `/api/invitations/${secret}/accept`, { password }, '');
  t.is(accepted.status, 200);
  const where = { tenantId_userId: { tenantId: String(body['id']), userId: String(accepted.body['userId']) } };
  t.like(await server.identity.db.membership.findUnique({ where }), { role: 'owner', status: 'ACTIVE' });
});

test('a known account becomes the owner at once, without a mail', async (t) => {
  const { userId } = await addUser(server);
  const { status, body } = await call('POST', tenants, { name: `Of ${randomUUID()}`, ownerId: userId });
  t.is(status, 201);
  t.like(body, { memberCount: 1, invitation: null });
  const where = { tenantId_userId: { tenantId: String(body['id']), userId } };
  t.like(await server.identity.db.membership.findUnique({ where }), { role: 'owner', status: 'ACTIVE' });
});

test('a new tenant needs one owner who can be one, and a free slug; otherwise nothing is created', async (t) => {
  const { userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  const { slug } = await freshTenant(server);
  const name = `Never ${randomUUID()}`;
  for (const owner of [{}, { ownerId: userId, ownerEmail: newEmail() }, { ownerEmail: 'no email' }, { ownerId: 1 }])
    t.deepEqual(codeOf(await call('POST', tenants, { name, ...owner })), [422, 'VALIDATION_FAILED']);
  for (const ownerId of [userId, random, 'nobody'])
    t.deepEqual(codeOf(await call('POST', tenants, { name, ownerId })), [404, 'USER_NOT_FOUND']);
  const taken = { name, slug, ownerEmail: newEmail() };
  t.deepEqual(codeOf(await call('POST', tenants, taken)), [409, 'SLUG_TAKEN']);
  t.is(await server.identity.db.tenant.count({ where: { name } }), 0);
});

test('an email gets only so many invitations, also to new tenants', async (t) => {
  const ownerEmail = newEmail();
  const name = `Flood ${randomUUID()}`;
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 100)
    statuses.push((await call('POST', tenants, { name, ownerEmail })).status);
  t.is(statuses.at(-1), 429);
  t.is(await server.identity.db.tenant.count({ where: { name } }), statuses.length - 1);
});

test('a user is mailed the link to set a new password, three times an hour at most', async (t) => {
  const { userId, email } = await addUser(server);
  const path = `/api/platform/users/${userId}/send-reset`;
  t.like(await call('POST', path), { status: 200, body: { success: true } });
  t.like(await lastEvent(server, 'user.reset_sent', userId), { actorKind: 'machine', tenantId: null });
  const { text } = await server.mailbox.mailTo(email);
  const link = String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
  t.is((await new TestBrowser(server.issuer).open(link)).status, 200);
  for (const status of [200, 200, 429]) t.is((await call('POST', path)).status, status);
  // What the user requests is counted apart: strangers must not keep an operator from helping, nor an operator the user.
  await fetch(`${server.issuer}/password-reset`, { method: 'POST', body: new URLSearchParams({ email }) });
  const { points } = await server.identity.db.$queryRaw<{ points: number }[]>`
    SELECT max(points) AS points FROM identity.rate_limits WHERE key LIKE 'mail_recipient:%'`.then(
    ([row]) => row ?? { points: 0 },
  );
  t.is(points, 1);
});

test('a disabled or unknown user gets no link', async (t) => {
  const { userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  for (const id of [userId, random, 'nobody'])
    t.deepEqual(codeOf(await call('POST', `/api/platform/users/${id}/send-reset`)), [404, 'USER_NOT_FOUND']);
  t.is(await server.identity.db.passwordReset.count({ where: { userId } }), 0);
});
