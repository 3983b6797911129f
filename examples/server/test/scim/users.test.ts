import test from 'ava';
import { directoryScene, startScimServer, type TestServer, userSchema } from '../support/scim.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

test('a user of a verified domain is an active member at once, and is suspended by active: false', async (t) => {
  const { call, patch, memberOf, events, tenant, ownEmail } = await directoryScene(server);
  const email = ownEmail();
  const name = { givenName: 'Ann', familyName: 'Lee' };
  const created = await call('POST', '/Users', { schemas: [userSchema], userName: email, name, active: true });
  t.is(created.status, 201, JSON.stringify(created.body));
  t.is(created.headers.get('content-type'), 'application/scim+json');
  t.is(created.headers.get('etag'), 'W/"1"');
  const id = String(created.body['id']);
  t.like(await memberOf(id), { status: 'ACTIVE', role: 'member' });
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.like(user, { displayName: 'Ann Lee', givenName: 'Ann', emailVerified: true, passwordHash: null });
  const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
  t.is(off.status, 200, JSON.stringify(off.body));
  t.is(off.body['active'], false);
  t.is((await memberOf(id))?.status, 'SUSPENDED');
  const on = await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
  t.is(on.body['active'], true);
  t.is((await memberOf(id))?.status, 'ACTIVE');
  t.is((await call('DELETE', `/Users/${id}`)).status, 204);
  const where = { tenantId_userId: { tenantId: tenant.id, userId: user.id } };
  t.is((await server.identity.db.membership.findUnique({ where }))?.status, 'SUSPENDED');
  t.is((await call('GET', `/Users/${id}`)).status, 404);
  t.deepEqual(await events(), [
    'directory.created',
    'account.created',
    'member.added',
    'member.suspended',
    'member.reactivated',
    'member.suspended',
  ]);
});
