import test from 'ava';
import {
  directoryScene,
  enterpriseSchema,
  freshEmail,
  groupSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

test('a second run with the same data writes nothing but the log', async (t) => {
  const { call, patch, events, id: directoryId, tenant, rowOf, ownEmail } = await directoryScene(server);
  const email = ownEmail();
  const user = {
    schemas: [userSchema, enterpriseSchema],
    userName: email,
    externalId: 'a-1',
    active: true,
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ type: 'work', primary: true, value: email }],
    [enterpriseSchema]: { department: 'Sales' },
  };
  const id = String((await call('POST', '/Users', user)).body['id']);
  const invited = { schemas: [userSchema], userName: freshEmail('elsewhere.test'), active: true };
  const pending = String((await call('POST', '/Users', invited)).body['id']);
  const group = {
    schemas: [groupSchema],
    displayName: 'Sales',
    externalId: 'g-1',
    members: [{ value: id }, { value: pending }],
  };
  const groupId = String((await call('POST', '/Groups', group)).body['id']);

  const state = async () => {
    const { userId } = await rowOf(id);
    const rows = await db().$queryRaw<object[]>`
      SELECT 'u' AS kind, id::text, xmin::text, version FROM identity.directory_users WHERE directory_id = ${directoryId}::uuid
      UNION ALL SELECT 'g', id::text, xmin::text, version FROM identity.directory_groups WHERE directory_id = ${directoryId}::uuid
      UNION ALL SELECT 'dm', member_id::text, xmin::text, 0 FROM identity.directory_group_members WHERE directory_id = ${directoryId}::uuid
      UNION ALL SELECT 'm', id::text, xmin::text, 0 FROM identity.memberships WHERE tenant_id = ${tenant.id}::uuid
      UNION ALL SELECT 'i', id::text, xmin::text, 0 FROM identity.invitations WHERE tenant_id = ${tenant.id}::uuid
      UNION ALL SELECT 'group', id::text, xmin::text, 0 FROM identity.groups WHERE tenant_id = ${tenant.id}::uuid
      UNION ALL SELECT 'gm', user_id::text, xmin::text, 0 FROM identity.group_members WHERE tenant_id = ${tenant.id}::uuid
      UNION ALL SELECT 'user', id::text, xmin::text, 0 FROM identity.users WHERE id = ${userId}::uuid
      ORDER BY 1, 2`;
    return { rows, events: await events() };
  };
  const before = await state();
  t.is((await call('POST', '/Users', user)).status, 409);
  t.is((await call('POST', '/Groups', group)).status, 409);
  t.is((await call('PUT', `/Users/${id}`, user)).status, 200);
  t.is((await call('PUT', `/Users/${pending}`, invited)).status, 200);
  t.is((await call('PUT', `/Groups/${groupId}`, group)).status, 200);
  t.is((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).status, 200);
  t.is((await patch(`/Users/${id}`, { op: 'Add', path: 'name.givenName', value: 'Ann' })).status, 200);
  t.is((await patch(`/Users/${id}`, { op: 'Add', path: 'emails', value: user.emails })).status, 200);
  t.is((await patch(`/Groups/${groupId}`, { op: 'Add', path: 'members', value: group.members })).status, 204);
  t.is((await patch(`/Groups/${groupId}`, { op: 'replace', path: 'displayName', value: 'Sales' })).status, 204);
  t.deepEqual(await state(), before);
  const log = await db().directoryLogEntry.groupBy({
    by: ['result'],
    where: { directoryId },
    _count: true,
    orderBy: { result: 'asc' },
  });
  t.deepEqual(
    log.map(({ result, _count }) => [result, _count]),
    [
      ['APPLIED', 3],
      ['UNCHANGED', 8],
      ['REFUSED', 2],
    ],
  );
});

test('a change counts the version up by one, and an older version is refused', async (t) => {
  const { call, patch, addUser, ownEmail } = await directoryScene(server);
  const { id } = await addUser();
  t.is((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).headers.get('etag'), 'W/"2"');
  t.is((await patch(`/Users/${id}`, { op: 'replace', path: 'title', value: 'Boss' })).headers.get('etag'), 'W/"3"');
  const body = { schemas: [userSchema], userName: ownEmail() };
  for (const tag of ['W/"2"', '"1"', 'W/"4", W/"5"']) {
    const refused = await call('PUT', `/Users/${id}`, body, { 'if-match': tag });
    t.deepEqual([refused.status, refused.body['status']], [412, '412'], tag);
    t.is((await call('DELETE', `/Users/${id}`, undefined, { 'if-match': tag })).status, 412);
  }
  const known = await call('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"3"' });
  t.deepEqual([known.status, known.headers.get('etag')], [304, 'W/"3"']);
  t.is((await call('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"2"' })).status, 200);
  t.is((await call('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"2", W/"3"' })).status, 204);
});
