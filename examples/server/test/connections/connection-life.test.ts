import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  act,
  activeConnection,
  addConnection,
  addDomain,
  claimsOf,
  enterEmail,
  isDone,
  lastAttempt,
  linksOf,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { addUser, send } from '../support/tenant-api.js';

const isAway = ({ gone }: { gone: { url: URL } }) => gone.url.origin === upstream.issuer;
const routes = async (email: string) => isAway(await enterEmail(email));

test('only an active connection of a verified domain is asked', async (t) => {
  const tenant = await tenantWithDomain();
  const email = `a@${tenant.domain}`;
  const id = await addConnection(tenant);
  t.false(await routes(email), 'a draft');
  await runTest(tenant, id);
  t.false(await routes(email), 'a tested one');
  await act(tenant, id, '/activate');
  t.true(await routes(email));
  t.true(await routes(email.toUpperCase()), 'in capital letters');
  t.false(await routes(`a@sub.${tenant.domain}`), 'a name below the domain');
  const { domain } = server.identity.db;
  await domain.update({ where: { id: tenant.domainId }, data: { status: 'LAPSED' } });
  t.false(await routes(email), 'a lapsed domain');
  await domain.update({ where: { id: tenant.domainId }, data: { status: 'VERIFIED' } });
  await act(tenant, id, '/disable');
  t.false(await routes(email), 'a disabled one');
});

test('a sign-in that is under way ends with its connection or its domain', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'late', email: `late@${tenant.domain}` };
  const begin = async () => {
    const { browser, gone } = await enterEmail(person.email);
    return { browser, response: await upstream.visit(gone.url, person) };
  };
  const { domain } = server.identity.db;
  const lapsed = await begin();
  await domain.update({ where: { id: tenant.domainId }, data: { status: 'LAPSED' } });
  t.is((await lapsed.browser.open(lapsed.response)).status, 403);
  t.like(await lastAttempt(id), { reason: 'not_active' });
  await domain.update({ where: { id: tenant.domainId }, data: { status: 'VERIFIED' } });
  const disabled = await begin();
  await act(tenant, id, '/disable');
  t.is((await disabled.browser.open(disabled.response)).status, 400);
  await act(tenant, id, '/activate');
  const changed = await begin();
  await act(tenant, id, '', 'PATCH', { trustMfa: true });
  t.is((await changed.browser.open(changed.response)).status, 400);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: person.email } }), 0);
});

test('a proven identity is not linked if the connection ends before the sign-in is complete', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { email } = await addUser(server, `proving@${tenant.domain}`);
  const { page, browser } = await signInBy({ sub: 'proving', email });
  await act(tenant, id, '/disable');
  const after = await browser.submit(page, { password: demoPassword });
  t.false(isDone(after));
  t.deepEqual(await linksOf(id), []);
});

test('a second connection replaces the first one without an outage, and its links go on', async (t) => {
  const tenant = await tenantWithDomain();
  const oldId = await activeConnection(tenant);
  const first = await claimsOf(await signInBy({ sub: 'kim', email: `kim@${tenant.domain}` }));
  const newId = await addConnection(tenant, { name: 'New Login' });
  await runTest(tenant, newId, { sub: 'kim', email: `kim@${tenant.domain}` });
  t.is((await act(tenant, newId, '/activate')).body['status'], 'ACTIVE');
  const replaced = (await act(tenant, oldId, '', 'GET')).body;
  t.deepEqual([replaced['status'], replaced['domains']], ['DISABLED', []]);
  const event = await server.identity.db.event.findFirst({ where: { subjectId: oldId, type: 'connection.disabled' } });
  t.deepEqual(event?.data, { name: 'Corp Login', replaced: true });
  const again = await claimsOf(await signInBy({ sub: 'kim', email: `kim@${tenant.domain}` }));
  t.is(again?.sub, first?.sub);
  t.like(await lastAttempt(newId), { result: 'SIGNED_IN', reason: 'carried_over' });
});

test('a connection that keeps another domain stays active when one of them is taken over', async (t) => {
  const tenant = await tenantWithDomain();
  const second = await addDomain(tenant.id, `second-${tenant.domain}`);
  const oldId = await activeConnection(tenant, { domains: [tenant.domainId, second] });
  await activeConnection(tenant, { domains: [second] });
  const left = (await act(tenant, oldId, '', 'GET')).body;
  t.deepEqual([left['status'], left['domains']], ['ACTIVE', [tenant.domainId]]);
  t.true(await routes(`a@${tenant.domain}`));
  t.true(await routes(`a@second-${tenant.domain}`));
});

test('a deleted connection leaves the members and nothing else', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const claims = await claimsOf(await signInBy({ sub: 'lou', email: `lou@${tenant.domain}` }));
  t.is((await act(tenant, id, '', 'DELETE')).status, 200);
  t.is((await act(tenant, id, '', 'GET')).status, 404);
  t.false(await routes(`lou@${tenant.domain}`));
  const { db } = server.identity;
  t.is(await db.connectionLink.count({ where: { connectionId: id } }), 0);
  t.is(await db.membership.count({ where: { tenantId: tenant.id, userId: String(claims?.sub) } }), 1);
});

test('a request for another tenant does not go to this one', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  await activeConnection(tenant);
  await activeConnection(other);
  const email = `a@${tenant.domain}`;
  t.true(isAway(await enterEmail(email, { changes: { tenant: tenant.slug } })));
  t.false(isAway(await enterEmail(email, { changes: { tenant: other.slug } })));
});

test('new members get the role and the groups of the connection, and an invitation to member decides the role', async (t) => {
  const tenant = await tenantWithDomain();
  const { db } = server.identity;
  const group = await db.group.create({ data: { tenantId: tenant.id, name: 'Staff', nameKey: 'staff' } });
  await activeConnection(tenant, { defaultGroups: [group.id], defaultRole: 'admin' });
  const claims = await claimsOf(await signInBy({ sub: 'new', email: `new@${tenant.domain}` }));
  t.is(await db.groupMember.count({ where: { groupId: group.id, userId: String(claims?.sub) } }), 1);

  const email = `invited@${tenant.domain}`;
  const path = `/api/tenants/${tenant.id}/invitations`;
  t.is((await send(server.issuer, 'POST', path, tenant.token, { email, role: 'member' })).status, 201);
  const invited = await claimsOf(await signInBy({ sub: 'invited', email }));
  const key = { tenantId: tenant.id, userId: String(invited?.sub) };
  t.like(await db.membership.findUnique({ where: { tenantId_userId: key } }), { role: 'member', status: 'ACTIVE' });
  t.is(await db.invitation.count({ where: { tenantId: tenant.id, status: 'ACCEPTED' } }), 1);
});

test('a second factor at the provider counts only if the connection trusts it', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'mfa', email: `mfa@${tenant.domain}`, amr: ['pwd', 'mfa'] };
  t.deepEqual((await claimsOf(await signInBy(person)))?.['amr'], ['fed']);
  await act(tenant, id, '', 'PATCH', { trustMfa: true });
  await runTest(tenant, id);
  await act(tenant, id, '/activate');
  t.deepEqual((await claimsOf(await signInBy(person)))?.['amr'], ['fed', 'mfa']);
  t.deepEqual((await claimsOf(await signInBy({ ...person, amr: ['pwd'], acr: 'mfa-like' })))?.['amr'], ['fed']);
});
