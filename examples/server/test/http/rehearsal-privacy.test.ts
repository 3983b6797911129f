import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { confirmed, openConsole } from '../support/console-pages.js';
import { crm, licensedTenant, machineToken, pro, seat } from '../support/licensing-api.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

const masked = (email: string) => email.replace(/^(.).*@/u, '$1•••@');

/** A tenant with a member whose license can be granted. */
async function scene() {
  const tenant = await licensedTenant(server, 3);
  const member = await addMember(server, tenant.id, 'member');
  const body = { userId: member.userId, applicationId: crm, licenseTypeId: pro };
  const rehearsed = async (token: string) => {
    const path = '/api/integration/licenses/grant?rehearse=true';
    const { status, body: reply } = await send(server.issuer, 'POST', path, token, body);
    if (status !== 200) throw new Error(JSON.stringify(reply));
    return reply['mails'] as { kind: string; to: string }[];
  };
  return { tenant, member, rehearsed };
}

test('a machine sees whom a rehearsal would mail only if it may list the members', async (t) => {
  const { tenant, member, rehearsed } = await scene();
  for (const [scopes, to] of [
    [['licenses:write'], masked(member.email)],
    [['licenses:write', 'licenses:read', 'events:read'], masked(member.email)],
    [['licenses:write', 'tenants:read'], member.email],
  ] as const) {
    const token = await machineToken(server, tenant.id, [...scopes]);
    t.deepEqual(await rehearsed(token), [{ kind: 'license-granted', to }], scopes.join());
  }
  for (const [scopes, to] of [
    [['platform:write'], masked(member.email)],
    [['platform:write', 'platform:read'], member.email],
    [['platform:write', 'tenants:read'], member.email],
  ] as const) {
    const token = await machineToken(server, null, [...scopes]);
    const path = `/api/platform/users/${member.userId}?rehearse=true`;
    const { body } = await send(server.issuer, 'DELETE', path, token);
    t.deepEqual(body['mails'], [{ kind: 'account-erased', to }], scopes.join());
  }
});

test('managers see whom a rehearsal would mail; through a third-party client only with tenants:read', async (t) => {
  const { tenant, member, rehearsed } = await scene();
  for (const role of ['admin', 'owner'] as const) {
    const { email } = await addMember(server, tenant.id, role);
    t.deepEqual(await rehearsed(await tokenOf(server.issuer, email, tenant.slug)), [
      { kind: 'license-granted', to: member.email },
    ]);
  }
  const scopes = ['licenses:write', 'tenants:read'];
  const clientId = await addClient(server, { scopes, applicationId: crm });
  for (const [scope, to] of [
    ['openid licenses:write', masked(member.email)],
    ['openid licenses:write tenants:read', member.email],
  ] as const) {
    const asking = { clientId, email: tenant.owner.email, tenant: tenant.slug, scope };
    t.deepEqual(await rehearsed(await allowedToken(server, asking)), [{ kind: 'license-granted', to }]);
  }
});

test('a member who rehearses to leave does not learn the email of the next one who gets the seat', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const [leaves, waits] = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
  await seat(server, tenant, leaves.userId);
  const { db } = server.identity;
  await db.user.update({ where: { id: waits.userId }, data: { displayName: 'Next One' } });
  await db.$executeRaw`
    INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
    VALUES (gen_random_uuid(), ${tenant.id}::uuid, ${waits.userId}::uuid, ${crm}::uuid, ${pro}::uuid, 'WAITING',
            nextval('identity.license_waiting_numbers'))`;
  const at = `/api/tenants/${tenant.id}/members/${leaves.membershipId}?rehearse=true`;
  const token = await tokenOf(server.issuer, leaves.email, tenant.slug);
  const { body } = await send(server.issuer, 'DELETE', at, token);
  t.deepEqual(body['mails'], [{ kind: 'license-granted', to: masked(waits.email) }]);
  t.false(JSON.stringify(body).includes(waits.email));
  const path = `/console/${tenant.slug}/members/${leaves.membershipId}`;
  const { browser, page } = await openConsole(server, leaves, path);
  const { asked, done } = await confirmed(browser, page, { action: 'leave' });
  t.true(asked.html.includes(masked(waits.email)));
  t.false(asked.html.includes(waits.email));
  t.is(done.location, '/console?done=left');
});

test('a machine that may change users but not read them gets a masked email', async (t) => {
  const { member } = await scene();
  for (const [scopes, email] of [
    [['platform:write'], masked(member.email)],
    [['platform:write', 'platform:read'], member.email],
  ] as const) {
    const token = await machineToken(server, null, [...scopes]);
    for (const name of ['disable?rehearse=true', 'disable', 'enable']) {
      const { body } = await send(server.issuer, 'POST', `/api/platform/users/${member.userId}/${name}`, token);
      const reply = (body['rehearsed'] as { body: Record<string, unknown> } | undefined)?.body ?? body;
      t.is(reply['email'], email, name);
    }
  }
});

test('a caller rehearses 60 invitations in a minute, whatever became of them; others and other requests go on', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const path = `/api/tenants/${tenant.id}`;
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const invite = (token: string, query = '?rehearse=true') =>
    send(server.issuer, 'POST', `${path}/invitations${query}`, token, {
      email: `${randomUUID()}@people.test`,
      role: 'member',
    });
  const known = { email: tenant.owner.email, role: 'member' };
  const refused = await send(server.issuer, 'POST', `${path}/invitations?rehearse=true`, owner, known);
  t.is(refused.status, 409);
  for (let count = 1; count < 60; count += 1) t.is((await invite(owner)).status, 200);
  const limited = await invite(owner);
  t.like(limited, { status: 429, body: { error: 'RATE_LIMITED' } });
  const wait = Number(limited.headers.get('retry-after'));
  t.true(wait > 0 && wait <= 60, String(wait));
  t.is((await invite(owner, '')).status, 201, 'the request itself');
  t.is((await send(server.issuer, 'PATCH', `${path}?rehearse=true`, owner, { name: 'Other' })).status, 200);
  const admin = await addMember(server, tenant.id, 'admin');
  t.is((await invite(await tokenOf(server.issuer, admin.email, tenant.slug))).status, 200);
});

test('a caller rehearses 300 requests in a minute', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const rehearse = () =>
    send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}?rehearse=true`, owner, { name: 'Other' });
  t.is((await rehearse()).status, 200);
  // As if there had been others in the same minute.
  const key = `rehearsals:${createHash('sha256').update(`user ${tenant.owner.userId}`).digest('base64url')}`;
  t.is(await server.identity.db.$executeRaw`UPDATE identity.rate_limits SET points = 299 WHERE key = ${key}`, 1);
  t.is((await rehearse()).status, 200);
  t.like(await rehearse(), { status: 429, body: { error: 'RATE_LIMITED' } });
});
