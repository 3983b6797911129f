import test from 'ava';
import {
  directoryScene,
  enterpriseSchema,
  groupSchema,
  patchSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';

/*
 * Sections of RFC 7643 and RFC 7644, each with what it asks of a server.
 */

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

type Json = Record<string, unknown>;
type Scene = Awaited<ReturnType<typeof directoryScene>>;

/** What each section of discovery says, as far as clients rely on it. */
const discovery: [section: string, path: string, has: Json][] = [
  [
    'RFC 7643, 5: ServiceProviderConfig',
    '/ServiceProviderConfig',
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
    },
  ],
  ['RFC 7643, 6: ResourceTypes', '/ResourceTypes', { totalResults: 2, itemsPerPage: 2 }],
  [
    'RFC 7643, 6: the type of users',
    '/ResourceTypes/User',
    {
      id: 'User',
      endpoint: '/Users',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    },
  ],
  ['RFC 7643, 7: Schemas', '/Schemas', { totalResults: 3 }],
  ['RFC 7643, 4.2: the schema of groups', `/Schemas/${groupSchema}`, { id: groupSchema, name: 'Group' }],
  ['RFC 7643, 4.3: the enterprise extension', `/Schemas/${enterpriseSchema}`, { id: enterpriseSchema }],
];
for (const [section, path, has] of discovery) {
  test(`${section}`, async (t) => {
    const { call } = await directoryScene(server);
    const { status, body, headers } = await call('GET', path);
    t.is(status, 200);
    t.is(headers.get('content-type'), 'application/scim+json');
    t.like(body, has);
  });
}

test('RFC 7643, 7: every attribute has all characteristics', async (t) => {
  const { call } = await directoryScene(server);
  const { body } = await call('GET', '/Schemas');
  const check = (attribute: Json, path: string): void => {
    for (const field of ['name', 'type', 'multiValued', 'description', 'required', 'mutability', 'returned'])
      t.true(field in attribute, `${path} ${field}`);
    if (attribute['type'] === 'string')
      for (const field of ['caseExact', 'uniqueness']) t.true(field in attribute, path);
    for (const sub of (attribute['subAttributes'] as Json[] | undefined) ?? [])
      check(sub, `${path}.${String(sub['name'])}`);
  };
  for (const schema of body['Resources'] as Json[])
    for (const attribute of schema['attributes'] as Json[]) check(attribute, String(attribute['name']));
});

test('RFC 7643, 8.7.1: a member of a group is added or removed, but never changed', async (t) => {
  const { call } = await directoryScene(server);
  const { body } = await call('GET', `/Schemas/${groupSchema}`);
  const members = (body['attributes'] as Json[]).find(({ name }) => name === 'members');
  t.deepEqual(
    ((members?.['subAttributes'] ?? []) as Json[]).map(({ name, mutability }) => [name, mutability]),
    [
      ['value', 'immutable'],
      ['$ref', 'immutable'],
      ['type', 'immutable'],
      ['display', 'readOnly'],
    ],
  );
});

const add = (path: string, value: unknown) => ({ op: 'add', path, value });
const replace = (path: string | undefined, value: unknown) => ({ op: 'replace', ...(path ? { path } : {}), value });
const work = { type: 'work', value: 'w@owned.test', primary: true };
const home = { type: 'home', value: 'h@elsewhere.test' };

/** Operations on a user with the title "Boss", a name and the emails above, and what it has then. */
const patches: [section: string, operations: object[], has: Json][] = [
  ['3.5.2.1: add sets an attribute', [add('nickName', 'Babs')], { nickName: 'Babs' }],
  [
    '3.5.2.1: add completes a complex attribute',
    [add('name', { middleName: 'M' })],
    { name: { givenName: 'B', middleName: 'M' } },
  ],
  [
    '3.5.2.1: add appends a value',
    [add('emails', [{ type: 'other', value: 'o@x.test' }])],
    { emails: [work, home, { type: 'other' }] },
  ],
  ['3.5.2.1: a value that exists is not added again', [add('emails', [home])], { emails: [work, home] }],
  [
    '3.5.2: a new primary value ends the one before',
    [add('emails', [{ type: 'other', value: 'o@x.test', primary: true }])],
    { emails: [{ ...work, primary: false }, home, { primary: true }] },
  ],
  ['3.5.2.2: remove unassigns', [{ op: 'remove', path: 'title' }], { title: undefined }],
  ['3.5.2.2: remove of a part', [{ op: 'remove', path: 'name.givenName' }], { name: { familyName: 'J' } }],
  ['3.5.2.2: remove by a filter', [{ op: 'remove', path: 'emails[type eq "home"]' }], { emails: [work] }],
  ['3.5.2.2: remove of a value that is not there', [{ op: 'remove', path: 'nickName' }], { title: 'Boss' }],
  [
    '3.5.2.2: remove of a whole extension',
    [add(`${enterpriseSchema}:department`, 'Sales'), { op: 'remove', path: enterpriseSchema }],
    { [enterpriseSchema]: undefined, schemas: [userSchema] },
  ],
  [
    '3.5.2.1: add of an extension that names its schema',
    [add(enterpriseSchema, { schemas: [enterpriseSchema], department: 'Sales' })],
    { [enterpriseSchema]: { department: 'Sales' } },
  ],
  ['3.5.2.3: replace', [replace('title', 'CEO')], { title: 'CEO' }],
  [
    '3.5.2.3: replace without a path',
    [replace(undefined, { title: 'CEO', name: { givenName: 'C' } })],
    { title: 'CEO', name: { givenName: 'C', familyName: 'J' } },
  ],
  ['3.5.2.3: replace of all values', [replace('emails', [home])], { emails: [home] }],
  [
    '3.5.2.3: replace of a part of chosen values',
    [replace('emails[type eq "home"].value', 'n@x.test')],
    { emails: [work, { value: 'n@x.test' }] },
  ],
  [
    '3.5.2: operations apply in their order',
    [replace('title', 'A'), { op: 'remove', path: 'title' }, add('title', 'B')],
    { title: 'B' },
  ],
  ['3.10: names with the URN of the schema', [replace(`${userSchema}:title`, 'CEO')], { title: 'CEO' }],
  [
    '2.1 of RFC 7643: names in any case',
    [replace('TITLE', 'CEO'), replace('Name.GIVENname', 'C')],
    { title: 'CEO', name: { givenName: 'C' } },
  ],
  [
    '2.5 of RFC 7643: null and empty are unassigned',
    [replace('title', null), replace('nickName', '')],
    { title: undefined },
  ],
];
for (const [section, operations, has] of patches) {
  test(`RFC 7644, ${section}`, async (t) => {
    const { addUser, patch, ownEmail } = await directoryScene(server);
    const name = { givenName: 'B', familyName: 'J' };
    const { id } = await addUser({ title: 'Boss', name, emails: [{ ...work, value: ownEmail() }, home] });
    // The email is another one for each test, so its value is not compared.
    const { status, body } = await patch(`/Users/${id}`, ...operations);
    t.is(status, 200, JSON.stringify(body));
    const { value: _value, ...ofWork } = work;
    const expected = Object.fromEntries(
      Object.entries(has).map(([key, value]) => [
        key,
        Array.isArray(value)
          ? value.map((one) => (one.type === 'work' ? { ...ofWork, primary: one.primary } : one))
          : value,
      ]),
    );
    t.like(body, expected);
    for (const [key, value] of Object.entries(has))
      if (Array.isArray(value)) t.is((body[key] as unknown[]).length, value.length, key);
  });
}

const requests: [section: string, run: (scene: Scene, id: string) => Promise<unknown>, expected: unknown][] = [
  ['3.1: an unknown resource is 404', async ({ call }) => (await call('GET', '/Users/x')).status, 404],
  [
    '3.3: a resource has a location, in the header and in meta',
    async ({ call }, id) => {
      const { body } = await call('GET', `/Users/${id}`);
      return String((body['meta'] as Json)['location']).endsWith(`/Users/${id}`);
    },
    true,
  ],
  [
    '3.3.1: a user name that exists is 409 with uniqueness',
    async ({ call }, id) => {
      const { body } = await call('GET', `/Users/${id}`);
      const again = await call('POST', '/Users', {
        schemas: [userSchema],
        userName: String(body['userName']).toUpperCase(),
      });
      return [again.status, again.body['scimType']];
    },
    [409, 'uniqueness'],
  ],
  [
    '3.4.2.4: count 0 returns the total only',
    async ({ call }) => {
      const { body } = await call('GET', '/Users?count=0');
      return [body['totalResults'], body['Resources']];
    },
    [1, []],
  ],
  [
    '3.4.2.4: startIndex below 1 is 1, a negative count is 0',
    async ({ call }) => {
      const { body } = await call('GET', '/Users?startIndex=-5&count=-1');
      return [body['startIndex'], body['itemsPerPage']];
    },
    [1, 0],
  ],
  [
    '3.4.2.5: attributes',
    async ({ call }, id) => Object.keys((await call('GET', `/Users/${id}?attributes=userName`)).body).sort(),
    ['id', 'schemas', 'userName'],
  ],
  [
    '3.4.2.5: excludedAttributes',
    async ({ call }, id) =>
      Object.keys((await call('GET', `/Users/${id}?excludedAttributes=meta,userName`)).body).sort(),
    ['active', 'id', 'schemas'],
  ],
  [
    '3.5.1: PUT replaces what is not sent',
    async ({ call, patch }, id) => {
      await patch(`/Users/${id}`, add('title', 'Boss'));
      const { body } = await call('GET', `/Users/${id}`);
      const { title: _title, ...without } = body;
      return 'title' in (await call('PUT', `/Users/${id}`, without)).body;
    },
    false,
  ],
  [
    '3.5.2: a failed operation leaves everything as it was',
    async ({ call, patch }, id) => {
      const { status } = await patch(`/Users/${id}`, add('title', 'Boss'), add('nickName', { a: 1 }));
      return [status, 'title' in (await call('GET', `/Users/${id}`)).body];
    },
    [400, false],
  ],
  [
    '3.6: a deleted resource is 404, and its name is free',
    async ({ call }, id) => {
      const { body } = await call('GET', `/Users/${id}`);
      const deleted = await call('DELETE', `/Users/${id}`);
      const again = await call('DELETE', `/Users/${id}`);
      const made = await call('POST', '/Users', { schemas: [userSchema], userName: body['userName'] });
      return [deleted.status, again.status, made.status];
    },
    [204, 404, 201],
  ],
  [
    '3.12: an error has schemas, the status as a text, and a detail',
    async ({ call }, id) => {
      const { body } = await call('PATCH', `/Users/${id}`, {
        schemas: [patchSchema],
        Operations: [replace('emails[', 1)],
      });
      return [body['schemas'], body['status'], body['scimType'], typeof body['detail']];
    },
    [['urn:ietf:params:scim:api:messages:2.0:Error'], '400', 'invalidPath', 'string'],
  ],
];
for (const [section, run, expected] of requests) {
  test(`RFC 7644, ${section}`, async (t) => {
    const scene = await directoryScene(server);
    const { id } = await scene.addUser();
    t.deepEqual(await run(scene, id), expected);
  });
}

test('RFC 7644, 3.4.2.4: pages together have every user once', async (t) => {
  const { call, addUser } = await directoryScene(server);
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push((await addUser()).id);
  const seen: string[] = [];
  for (const startIndex of [1, 3, 5]) {
    const { body } = await call('GET', `/Users?startIndex=${startIndex}&count=2`);
    t.is(body['totalResults'], 5);
    seen.push(...(body['Resources'] as Json[]).map(({ id }) => String(id)));
  }
  t.deepEqual(seen.sort(), ids.sort());
});
