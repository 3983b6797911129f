import test from 'ava';
import {
  directoryScene,
  freshEmail,
  groupSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A tenant with a directory, and seats of an application of its own. */
async function scene(quantityPurchased: number) {
  const directory = await directoryScene(server);
  const tenantId = directory.tenant.id;
  const { id: applicationId } = await db().application.create({ data: { name: `App ${tenantId}` } });
  const { id: licenseTypeId } = await db().licenseType.create({ data: { applicationId, slug: 'pro', name: 'Pro' } });
  await db().subscription.create({ data: { tenantId, applicationId, licenseTypeId, quantityPurchased } });
  const addRule = (rule: object) =>
    send(server.issuer, 'POST', `/api/tenants/${tenantId}/license-rules`, directory.owner, {
      applicationId,
      licenseTypeId,
      ...rule,
    });
  const seats = () => db().seat.count({ where: { tenantId } });
  return { ...directory, applicationId, addRule, seats };
}

for (const [title, leave] of [
  [
    'active: false',
    (scene: Scene, id: string) => scene.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }),
  ],
  ['DELETE', (scene: Scene, id: string) => scene.call('DELETE', `/Users/${id}`)],
  ['the deletion of the directory', (scene: Scene) => deleteDirectory(scene)],
] as const) {
  test(`a leaver loses tokens, seat and group with the response: ${title}`, async (t) => {
    const found = await scene(5);
    const { addUser, addRule, seats, call, rowOf, tenant, applicationId } = found;
    await addRule({ role: 'member' });
    const { id, email } = await addUser();
    const { userId } = await rowOf(id);
    await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Sales', members: [{ value: id }] });
    t.is(await seats(), 1);
    // A password, so that the test can sign in.
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
    await db().user.update({ where: { id: userId ?? '' }, data: { passwordHash } });
    const token = await tokenOf(server.issuer, email, tenant.slug);
    const check = () =>
      send(server.issuer, 'GET', `/api/integration/licenses/check?applicationId=${applicationId}`, token);
    t.is((await check()).body['hasLicense'], true);
    const lease = await send(server.issuer, 'POST', '/api/integration/licenses/lease', token, {
      applicationId,
      days: 1,
    });
    t.is(lease.status, 201);
    const left = await leave(found, id);
    t.true(left.status < 300, JSON.stringify(left.body));
    t.is((await check()).status, 401);
    t.is(await seats(), 0);
    t.is(await db().groupMember.count({ where: { tenantId: tenant.id, active: true } }), 0);
    const where = { tenantId_userId: { tenantId: tenant.id, userId: userId ?? '' } };
    t.is((await db().membership.findUniqueOrThrow({ where })).status, 'SUSPENDED');
  });
}

type Scene = Awaited<ReturnType<typeof scene>>;

async function deleteDirectory({ path, id, owner }: Scene) {
  return send(server.issuer, 'DELETE', `${path}/${id}`, owner);
}

test('no directory gets past the seats: everybody becomes a member, and who finds no seat waits', async (t) => {
  const { addUser, addRule, seats, tenant } = await scene(2);
  t.is((await addRule({ role: 'member' })).status, 201);
  const users = await Promise.all(Array.from({ length: 6 }, () => addUser()));
  t.is(users.length, 6);
  t.is(await seats(), 2);
  t.is(await db().licenseRequest.count({ where: { tenantId: tenant.id, status: 'WAITING' } }), 4);
  t.is(await db().membership.count({ where: { tenantId: tenant.id, status: 'ACTIVE' } }), 7);
});

test('a rule for a group of the directory gives the seat with the group', async (t) => {
  const { addUser, addRule, seats, call, patch, tenant } = await scene(1);
  const [one, two] = [await addUser(), await addUser()];
  const group = await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Sales' });
  const { id: groupId } = await db().group.findFirstOrThrow({ where: { tenantId: tenant.id } });
  t.is((await addRule({ groupId })).status, 201);
  const value = [{ value: one.id }, { value: two.id }];
  await patch(`/Groups/${String(group.body['id'])}`, { op: 'add', path: 'members', value });
  t.is(await seats(), 1);
  t.is(await db().licenseRequest.count({ where: { tenantId: tenant.id, status: 'WAITING' } }), 1);
});

test('the deletion of a directory suspends its users, revokes invitations and deletes its groups', async (t) => {
  const found = await scene(1);
  const { call, addUser, tenant, token, baseUrl, path, owner, events } = found;
  await addUser();
  await call('POST', '/Users', { schemas: [userSchema], userName: freshEmail('elsewhere.test') });
  await call('POST', '/Users', { schemas: [userSchema], userName: tenant.owner.email });
  await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Sales' });
  const deleted = await deleteDirectory(found);
  t.is(deleted.status, 200, JSON.stringify(deleted.body));
  const { scimCall } = await import('../support/scim.js');
  t.is((await scimCall(`${baseUrl}/Users`, { token })).status, 401);
  const counts = await db().membership.groupBy({ by: ['status'], where: { tenantId: tenant.id }, _count: true });
  t.deepEqual(Object.fromEntries(counts.map(({ status, _count }) => [status, _count])), { ACTIVE: 1, SUSPENDED: 1 });
  t.is(await db().invitation.count({ where: { tenantId: tenant.id, status: 'PENDING' } }), 0);
  t.is(await db().group.count({ where: { tenantId: tenant.id } }), 0);
  t.is((await events()).at(-1), 'directory.deleted');
  t.like(await send(server.issuer, 'DELETE', `${path}/${found.id}`, owner), {
    status: 404,
    body: { error: 'DIRECTORY_NOT_FOUND' },
  });
  t.is((await send(server.issuer, 'GET', path, owner)).status, 200);
  const other = await freshTenant(server);
  const stranger = await tokenOf(server.issuer, other.owner.email);
  t.is((await send(server.issuer, 'DELETE', `/api/tenants/${other.id}/directories/${found.id}`, stranger)).status, 404);
});
