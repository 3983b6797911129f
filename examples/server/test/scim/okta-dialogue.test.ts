import test from 'ava';
import { directoryScene, groupSchema, startScimServer, type TestServer, userSchema } from '../support/scim.js';

/*
 * What Okta sends, after "SCIM protocol" of its developer documentation.
 */

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const oktaUser = (email: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: email,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00u${email.slice(0, 12)}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

test('the life of a user: looked for, created, replaced, deactivated and activated again', async (t) => {
  const { call, patch, memberOf, ownEmail } = await directoryScene(server);
  t.is((await call('GET', '/Users?startIndex=1&count=2')).status, 200);
  const email = ownEmail();
  const filter = encodeURIComponent(`userName eq "${email}"`);
  t.is((await call('GET', `/Users?filter=${filter}&startIndex=1&count=100`)).body['totalResults'], 0);
  const created = await call('POST', '/Users', oktaUser(email));
  t.is(created.status, 201, JSON.stringify(created.body));
  t.false(JSON.stringify(created.body).includes('1mz050nq'));
  const id = String(created.body['id']);
  t.is((await call('POST', '/Users', oktaUser(email))).status, 409);
  const { body: before } = await call('GET', `/Users/${id}`);
  // Okta sends the whole resource back.
  const name = { givenName: 'Another', middleName: 'Excited', familyName: 'User' };
  const replaced = await call('PUT', `/Users/${id}`, { ...before, name });
  t.is(replaced.status, 200);
  t.like(replaced.body, { name, userName: email, active: true });
  const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
  t.is(off.status, 200);
  t.is((await memberOf(id))?.status, 'SUSPENDED');
  // A PUT without `active` does not activate anybody.
  const { active: _active, ...without } = replaced.body;
  await call('PUT', `/Users/${id}`, without);
  t.is((await memberOf(id))?.status, 'SUSPENDED');
  t.is((await call('PUT', `/Users/${id}`, { ...without, active: true })).status, 200);
  t.is((await memberOf(id))?.status, 'ACTIVE');
});

test('the life of a group: pushed with members, renamed with its id in the value, members replaced', async (t) => {
  const { call, patch, addUser } = await directoryScene(server);
  const [one, two] = [await addUser(), await addUser()];
  t.is((await call('GET', '/Groups?startIndex=1&count=100')).body['totalResults'], 0);
  const members = [{ value: one.id, display: one.email }];
  const created = await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Test SCIMv2', members });
  t.is(created.status, 201);
  const id = String(created.body['id']);
  t.is((await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Test SCIMv2 b' } })).status, 204);
  const steps = [
    { op: 'remove', path: `members[value eq "${one.id}"]` },
    { op: 'add', path: 'members', value: [{ value: two.id, display: two.email }] },
  ];
  t.is((await patch(`/Groups/${id}`, ...steps)).status, 204);
  const { body } = await call('GET', `/Groups/${id}`);
  t.like(body, { displayName: 'Test SCIMv2 b', members: [{ value: two.id, display: two.email }] });
  t.is((body['members'] as object[]).length, 1);
  const { body: put } = await call('PUT', `/Groups/${id}`, { ...body, members });
  t.like(put, { members: [{ value: one.id }] });
  t.is((await call('DELETE', `/Groups/${id}`)).status, 204);
});
