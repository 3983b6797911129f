import test from 'ava';
import { machineToken } from '../support/licensing-api.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { enrol } from '../support/second-factor.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';
import { addDelivery, hook, server, webhookScene } from '../support/webhook-tests.js';

const scopes = ['events:read', 'events:write'];
const ok = { list: 200, create: 201, show: 200, change: 200, rotate: 200, test: 202, read: 200, redeliver: 202 };
const allowed = { ...ok, replay: 202, delete: 200, rehearsed: 200 };
type Answers = Record<keyof typeof allowed, number>;
const all = (status: number) => Object.fromEntries(Object.keys(allowed).map((name) => [name, status])) as Answers;

/** The statuses of every route for one caller. */
async function answersTo(token: string | undefined, path: string, webhookId: string): Promise<Answers> {
  const call = async (method: string, below = '', body?: unknown) =>
    send(server.issuer, method, `${path}${below}`, token, body);
  const { id: deliveryId } = await addDelivery(webhookId, { status: 'FAILED' });
  const own = `/${webhookId}`;
  const created = await call('POST', '', hook);
  const target = created.status === 201 ? `/${created.body['id']}` : own;
  return {
    list: (await call('GET')).status,
    create: created.status,
    show: (await call('GET', own)).status,
    change: (await call('PATCH', own, { description: 'New' })).status,
    rotate: (await call('POST', `${own}/rotate-secret`)).status,
    test: (await call('POST', `${own}/test`)).status,
    read: (await call('GET', `${own}/deliveries`)).status,
    redeliver: (await call('POST', `${own}/deliveries/${deliveryId}/redeliver`)).status,
    replay: (await call('POST', `${own}/replay`, { since: new Date(Date.now() - 1000).toISOString() })).status,
    delete: (await call('DELETE', target)).status,
    rehearsed: (await call('DELETE', `${own}?rehearse=true`)).status,
  };
}

test('webhooks are for those who manage the tenant; for others it does not exist', async (t) => {
  const { tenant, path, create, token: owner } = await webhookScene();
  const other = await webhookScene();
  const { db } = server.identity;
  const id = await create();
  const tokenFor = async (role: 'admin' | 'member') =>
    tokenOf(server.issuer, (await addMember(server, tenant.id, role)).email);
  const superAdmin = await addUser(server);
  await db.user.update({ where: { id: superAdmin.userId }, data: { superAdmin: true } });
  const suspended = await addMember(server, tenant.id, 'admin', 'SUSPENDED');
  await db.membership.create({ data: { tenantId: other.tenant.id, userId: suspended.userId } });
  const callers: [string, string | undefined, Answers][] = [
    ['nobody', undefined, all(401)],
    ['owner', owner, allowed],
    ['owner with a token without a tenant', await tokenOf(server.issuer, tenant.owner.email), allowed],
    ['admin', await tokenFor('admin'), allowed],
    ['super admin', await tokenOf(server.issuer, superAdmin.email), allowed],
    ['member', await tokenFor('member'), all(403)],
    ['suspended admin', await tokenOf(server.issuer, suspended.email, other.tenant.slug), all(404)],
    ['owner of another tenant', other.token, all(404)],
    ['user without a tenant', await tokenOf(server.issuer, (await addUser(server)).email), all(404)],
    ['machine of the tenant', await machineToken(server, tenant.id, scopes), all(403)],
    ['machine of the platform', await machineToken(server, null, scopes), all(403)],
    ['machine of another tenant', await machineToken(server, other.tenant.id, scopes), all(404)],
  ];
  for (const [who, token, expected] of callers) t.deepEqual(await answersTo(token, path, id), expected, who);
});

test('a third-party client needs the scope of each route, and never has the rights of a super admin', async (t) => {
  const { tenant, path, create } = await webhookScene();
  const id = await create();
  const clientId = await addClient(server, { scopes: [...scopes, 'tenants:read', 'tenants:write'] });
  const { email } = tenant.owner;
  const tokenWith = (scope: string) =>
    allowedToken(server, { clientId, email, tenant: tenant.slug, scope: `openid ${scope}` });
  const reading = { list: 200, show: 200, read: 200 };
  t.deepEqual(await answersTo(await tokenWith('tenants:read tenants:write'), path, id), all(403));
  t.deepEqual(await answersTo(await tokenWith('events:read'), path, id), { ...all(403), ...reading });
  const writing = { ...allowed, list: 403, show: 403, read: 403 };
  t.deepEqual(await answersTo(await tokenWith('events:write'), path, id), writing);

  const superAdmin = await addUser(server);
  await server.identity.db.user.update({ where: { id: superAdmin.userId }, data: { superAdmin: true } });
  const scope = `openid ${scopes.join(' ')}`;
  const token = await allowedToken(server, { clientId, email: superAdmin.email, scope });
  t.deepEqual(await answersTo(token, path, id), all(404));
});

test('a tenant that requires a second factor requires it here', async (t) => {
  const { tenant, path, create, token } = await webhookScene();
  const id = await create();
  const strong = await enrol(server, await addMember(server, tenant.id, 'owner'));
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.deepEqual(await answersTo(token, path, id), all(403));
  t.is((await send(server.issuer, 'GET', path, token)).body['error'], 'SECOND_FACTOR_REQUIRED');
  t.deepEqual(await answersTo(strong.tokens.access_token, path, id), allowed);
});

test('webhooks of the platform are for super admins and machines of the platform with the scope', async (t) => {
  const path = '/api/platform/webhooks';
  const { tenant, token: owner, create } = await webhookScene();
  const superAdmin = await addSuperAdmin(server);
  const { body } = await send(server.issuer, 'POST', path, superAdmin.token, hook);
  const id = String(body['id']);
  const reading = { list: 200, show: 200, read: 200 };
  const callers: [string, string | undefined, Answers][] = [
    ['nobody', undefined, all(401)],
    ['super admin', superAdmin.token, allowed],
    ['owner of a tenant', owner, all(403)],
    ['machine with both scopes', await machineToken(server, null, scopes), allowed],
    ['machine that reads', await machineToken(server, null, ['events:read']), { ...all(403), ...reading }],
    [
      'machine that writes',
      await machineToken(server, null, ['events:write']),
      { ...allowed, list: 403, show: 403, read: 403 },
    ],
    ['machine with other scopes', await machineToken(server, null, ['platform:read', 'platform:write']), all(403)],
    ['machine of a tenant', await machineToken(server, tenant.id, scopes), all(403)],
  ];
  for (const [who, token, expected] of callers) t.deepEqual(await answersTo(token, path, id), expected, who);

  // Those of tenants have other paths.
  const ofTenant = await create();
  const get = (target: string) => send(server.issuer, 'GET', target, superAdmin.token);
  t.is((await get(`${path}/${ofTenant}`)).body['error'], 'WEBHOOK_NOT_FOUND');
  t.is((await get(`/api/tenants/${tenant.id}/webhooks/${id}`)).body['error'], 'WEBHOOK_NOT_FOUND');
  const listed = (await get(path)).body['webhooks'] as { id: string }[];
  t.true(listed.some((entry) => entry.id === id));
  t.false(listed.some((entry) => entry.id === ofTenant));
});
