import { createHash, randomUUID } from 'node:crypto';
import { licensing, tenants, users } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // Smaller than the defaults, so that a few requests reach them.
  const mail = { recipientPerHour: 3, senderPerHour: 50 };
  const plugins = [users(), tenants({ limits: { tenantsPerDay: 20 } }), licensing()];
  server = await startTestServer({ limits: { mail }, plugins });
});
test.after.always(() => server?.stop());

const newEmail = () => `${randomUUID().slice(0, 13)}@people.test`;

type ApiResponse = Awaited<ReturnType<typeof send>>;

async function inviter() {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/invitations`;
  return {
    tenant,
    token,
    invite: (email: string) => send(server.issuer, 'POST', path, token, { email }),
    resend: (id: unknown) => send(server.issuer, 'POST', `${path}/${String(id)}/resend`, token),
  };
}

function isLimited(t: ExecutionContext, { status, body, headers }: ApiResponse, longestWait: number): void {
  t.is(status, 429);
  t.is(body['error'], 'RATE_LIMITED');
  const wait = Number(headers.get('retry-after'));
  t.true(wait > 0 && wait <= longestWait, String(wait));
}

/** Returns the number of mails to an email after the queue is empty. */
async function mailsTo(email: string): Promise<number> {
  await until(async () => (await server.identity.db.outgoingMail.count()) === 0);
  return server.mailbox.all.filter(({ to }) => to === email).length;
}

const hour = 60 * 60;
const day = 24 * hour;

test('invitations and resends to one recipient are limited, to three an hour here, and the old link stays alive', async (t) => {
  const victim = newEmail();
  const { invite, resend } = await inviter();
  const created = await invite(victim);
  t.is(created.status, 201);
  for (let index = 0; index < 2; index += 1) t.is((await resend(created.body['id'])).status, 200);
  const secret = await server.mailbox.invitationSecret(victim, 3);
  isLimited(t, await resend(created.body['id']), hour);
  t.is((await fetch(`${server.issuer}/invitations/${secret}`)).status, 200, 'a refused resend changes nothing');
  const other = await inviter();
  isLimited(t, await other.invite(victim), hour);
  t.is((await other.invite(newEmail())).status, 201, 'others can still be invited');
  t.is(await mailsTo(victim), 3);
});

test('ten tenants that invite one recipient at once send three mails', async (t) => {
  const victim = newEmail();
  const inviters = await Promise.all(Array.from({ length: 10 }, () => inviter()));
  const responses = await Promise.all(inviters.map(({ invite }) => invite(victim)));
  const statuses = responses.map(({ status }) => status).sort();
  t.deepEqual(statuses, [201, 201, 201, 429, 429, 429, 429, 429, 429, 429]);
  t.is(await mailsTo(victim), 3);
});

test('one user invites a limited number of strangers an hour, 50 here, however many tenants they have, and another user goes on', async (t) => {
  const { tenant, token, invite } = await inviter();
  const second = await freshTenant(server);
  const { db } = server.identity;
  await db.membership.create({ data: { tenantId: second.id, userId: tenant.owner.userId, role: 'owner' } });
  for (let index = 0; index < 25; index += 1) t.is((await invite(newEmail())).status, 201);
  const inviteThere = (email: string) =>
    send(server.issuer, 'POST', `/api/tenants/${second.id}/invitations`, token, { email });
  for (let index = 0; index < 25; index += 1) t.is((await inviteThere(newEmail())).status, 201);
  const stranger = newEmail();
  isLimited(t, await inviteThere(stranger), hour);
  isLimited(t, await invite(stranger), hour);
  t.is(await db.invitation.count({ where: { normalizedEmail: stranger } }), 0);
  const admin = await addMember(server, tenant.id, 'admin');
  const path = `/api/tenants/${tenant.id}/invitations`;
  const adminToken = await tokenOf(server.issuer, admin.email);
  t.is((await send(server.issuer, 'POST', path, adminToken, { email: stranger })).status, 201);
});

test('email changes to one recipient mail it a limited number of times an hour, and every answer is the same', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const taken = await addUser(server);
  const request = (to: string) =>
    send(server.issuer, 'POST', '/api/users/me/email', token, { email: to, password: demoPassword });
  for (const victim of [newEmail(), taken.email]) {
    const responses: ApiResponse[] = [];
    for (let index = 0; index < 3; index += 1) responses.push(await request(victim));
    const { secretHash } = await server.identity.db.emailChange.findUniqueOrThrow({ where: { userId } });
    for (let index = 0; index < 2; index += 1) responses.push(await request(victim));
    for (const { status, body } of responses)
      t.deepEqual({ status, body }, { status: 200, body: responses[0]?.body ?? {} });
    t.is(await mailsTo(victim), 3);
    const kept = await server.identity.db.emailChange.findUniqueOrThrow({ where: { userId } });
    t.deepEqual(kept.secretHash, secretHash, 'the link that was mailed last still works');
  }
});

test('an account that is changed again and again gets 20 notices of one kind an hour, and those of another kind go on', async (t) => {
  const { email, userId } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  let currentPassword = demoPassword;
  const change = async () => {
    const newPassword = `violet harbor ${randomUUID()}`;
    const body = { currentPassword, newPassword };
    t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, body)).status, 200);
    currentPassword = newPassword;
  };
  await change();
  t.is(await mailsTo(email), 1);
  // As if there had been others within the hour.
  const key = `notice_mail:${createHash('sha256').update(`password-changed\n${email}`).digest('base64url')}`;
  t.is(await server.identity.db.$executeRaw`UPDATE identity.rate_limits SET points = 19 WHERE key = ${key}`, 1);
  await change();
  t.is(await mailsTo(email), 2);
  await change();
  t.is(await mailsTo(email), 2, 'the 21st is not sent, but the password is changed');
  const body = { password: currentPassword, confirmation: 'DELETE' };
  t.is((await send(server.issuer, 'DELETE', '/api/users/me', token, body)).status, 200);
  t.is(await mailsTo(email), 3);
  t.truthy((await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } })).deletedAt);
});

test('a user creates a limited number of tenants a day, 20 here, deleted ones included; a super admin any number', async (t) => {
  const { email, userId } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const create = (by: string) => send(server.issuer, 'POST', '/api/tenants', by, { name: 'Many' });
  for (let index = 0; index < 19; index += 1) t.is((await create(token)).status, 201);
  const { body } = await create(token);
  t.is((await send(server.issuer, 'DELETE', `/api/tenants/${String(body['id'])}`, token)).status, 200);
  isLimited(t, await create(token), day);
  t.is(await server.identity.db.membership.count({ where: { userId } }), 19);
  const root = await addUser(server);
  await server.identity.db.user.update({ where: { id: root.userId }, data: { superAdmin: true } });
  const rootToken = await tokenOf(server.issuer, root.email);
  for (let index = 0; index < 21; index += 1) t.is((await create(rootToken)).status, 201);
});

test('of 30 tenants created at once by one user, 20 are', async (t) => {
  const { email, userId } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const create = () => send(server.issuer, 'POST', '/api/tenants', token, { name: `At once ${randomUUID()}` });
  const responses = await Promise.all(Array.from({ length: 30 }, create));
  t.is(responses.filter(({ status }) => status === 201).length, 20);
  t.is(responses.filter(({ status }) => status === 429).length, 10);
  t.is(await server.identity.db.membership.count({ where: { userId } }), 20);
});
