import test from 'ava';
import {
  directoryScene,
  enterpriseSchema,
  groupSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';

/*
 * What Microsoft Entra ID sends, after "Tutorial: Develop and plan provisioning for a SCIM endpoint" of its documentation.
 */

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

test('the test of the connection asks for a user that does not exist', async (t) => {
  const { call } = await directoryScene(server);
  const filter = encodeURIComponent('userName eq "non-existent user"');
  const { status, body } = await call('GET', `/Users?filter=${filter}`);
  t.is(status, 200);
  t.deepEqual(body, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
});

test('the life of a user: created, found, changed, disabled, enabled, deleted', async (t) => {
  const { call, patch, memberOf, ownEmail } = await directoryScene(server);
  const [email, externalId] = [ownEmail(), '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef'];
  const created = await call('POST', '/Users', {
    schemas: [userSchema, enterpriseSchema],
    externalId,
    userName: email,
    active: true,
    emails: [{ primary: true, type: 'work', value: email }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [enterpriseSchema]: { department: 'Sales', manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d' } },
  });
  t.is(created.status, 201, JSON.stringify(created.body));
  const id = String(created.body['id']);
  t.like(created.body, {
    schemas: [userSchema, enterpriseSchema],
    externalId,
    userName: email,
    active: true,
    name: { formatted: 'givenName familyName' },
    [enterpriseSchema]: { department: 'Sales' },
    meta: { resourceType: 'User', version: 'W/"1"' },
  });
  t.is(created.headers.get('location'), (created.body['meta'] as { location: string }).location);

  const find = async (filter: string) => (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body;
  for (const filter of [
    `userName eq "${email}"`,
    `externalId eq "${externalId}"`,
    `emails[type eq "work"].value eq "${email}"`,
    `userName eq "${email.toUpperCase()}" and active eq true`,
  ])
    t.is((await find(filter))['totalResults'], 1, filter);
  t.is((await find(`emails[type eq "home"].value eq "${email}"`))['totalResults'], 0);

  const changed = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: `new-${email}` },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
    { op: 'Replace', path: `${enterpriseSchema}:department`, value: 'Marketing' },
    { op: 'Add', path: `${enterpriseSchema}:manager`, value: 'd9c4a3b0-0000-4000-8000-000000000000' },
  );
  t.is(changed.status, 200, JSON.stringify(changed.body));
  t.like(changed.body, {
    name: { givenName: 'givenName', familyName: 'updatedFamilyName' },
    emails: [{ primary: true, type: 'work', value: `new-${email}` }],
    phoneNumbers: [{ type: 'mobile', value: '+1 555 0100' }],
    [enterpriseSchema]: { department: 'Marketing', manager: { value: 'd9c4a3b0-0000-4000-8000-000000000000' } },
  });

  // The newer and the older way to disable.
  t.is((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).body['active'], false);
  t.is((await memberOf(id))?.status, 'SUSPENDED');
  t.is((await find(`userName eq "${email}"`))['totalResults'], 1);
  t.is((await patch(`/Users/${id}`, { op: 'Add', path: 'active', value: 'True' })).body['active'], true);
  t.is((await memberOf(id))?.status, 'ACTIVE');
  t.is((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).body['active'], false);
  t.is((await call('DELETE', `/Users/${id}`)).status, 204);
  t.is((await call('GET', `/Users/${id}`)).status, 404);
});

test('values without a path have dotted names', async (t) => {
  const { addUser, patch } = await directoryScene(server);
  const { id } = await addUser();
  const { status, body } = await patch(`/Users/${id}`, {
    op: 'Add',
    value: {
      'name.givenName': 'Ann',
      'name.familyName': 'Lee',
      displayName: 'Ann Lee',
      'emails[type eq "other"].value': 'ann@elsewhere.test',
      [`${enterpriseSchema}:employeeNumber`]: '701984',
      [enterpriseSchema]: { costCenter: '4130' },
    },
  });
  t.is(status, 200, JSON.stringify(body));
  t.like(body, {
    name: { givenName: 'Ann', familyName: 'Lee' },
    displayName: 'Ann Lee',
    emails: [{ type: 'other', value: 'ann@elsewhere.test' }],
    [enterpriseSchema]: { employeeNumber: '701984', costCenter: '4130' },
  });
});

test('the life of a group: created, read without members, renamed, filled, emptied, deleted', async (t) => {
  const { call, patch, addUser } = await directoryScene(server);
  const created = await call('POST', '/Groups', {
    schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  });
  t.is(created.status, 201);
  const id = String(created.body['id']);
  const read = await call('GET', `/Groups/${id}?excludedAttributes=members`);
  t.is(read.status, 200);
  t.false('members' in read.body);
  const filter = encodeURIComponent('displayName eq "displayName"');
  const found = await call('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
  t.is(found.body['totalResults'], 1);
  t.is((await patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'renamed' })).status, 204);
  const user = await addUser();
  t.is(
    (await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] })).status,
    204,
  );
  const members = async () => (await call('GET', `/Groups/${id}`)).body['members'];
  t.like(((await members()) as object[])[0], { value: user.id, type: 'User' });
  await patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ $ref: null, value: user.id }] });
  t.deepEqual(await members(), []);
  t.is((await call('DELETE', `/Groups/${id}`)).status, 204);
});
