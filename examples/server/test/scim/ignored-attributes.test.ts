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
import { send } from '../support/tenant-api.js';

/*
 * What a directory sends beside what the server knows. The bodies are those of the documentation of each product.
 */

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

type Json = Record<string, unknown>;
type Scene = Awaited<ReturnType<typeof directoryScene>>;

/** The newest entry of the log. */
async function lastEntry({ path, id, owner }: Scene): Promise<Json> {
  const { status, body } = await send(server.issuer, 'GET', `${path}/${id}/log`, owner);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body['entries'] as Json[])[0] ?? {};
}

const replace = (path: string | undefined, value: unknown) => ({ op: 'replace', ...(path ? { path } : {}), value });
const extension = 'urn:ietf:params:scim:schemas:extension:acme:2.0:User';

/** Leavers, as directories send them, with the names that the log has as ignored. */
const leavers: [title: string, operations: object[], ignored: string[]][] = [
  [
    'Entra ID sends an attribute that is not of the schemas',
    [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'entitlements', value: [{ value: 'x' }] },
    ],
    ['entitlements'],
  ],
  [
    'Entra ID sends an attribute with a filter before it',
    [
      { op: 'Add', path: 'entitlements[type eq "license"].value', value: 'x' },
      { op: 'Replace', path: 'active', value: 'False' },
    ],
    ['entitlements.value'],
  ],
  [
    'Entra ID sends a schema of the customer',
    [{ op: 'Add', path: `${extension}:badge`, value: '7' }, replace('active', false)],
    [`${extension}:badge`],
  ],
  [
    'Entra ID sends a manager as a list',
    [
      { op: 'Add', path: `${enterpriseSchema}:manager`, value: [{ value: 'x', $ref: 'https://x.test' }] },
      replace('active', false),
    ],
    ['manager'],
  ],
  [
    'Okta repeats the whole resource with a password and groups',
    [
      replace(undefined, {
        id: 'x',
        schemas: [userSchema],
        active: false,
        password: 'a secret of Okta',
        groups: [{ value: 'x' }],
        meta: { resourceType: 'User' },
      }),
    ],
    ['password', 'groups'],
  ],
  [
    'an unknown part of a known attribute is sent',
    [replace('name.nickName', 'x'), replace('emails[type eq "work"].verified', true), replace('active', false)],
    ['name.nickName', 'emails.verified'],
  ],
  [
    'an unknown attribute of a known extension is sent',
    [replace(undefined, { active: false, [enterpriseSchema]: { badge: '7' } }), replace(`${userSchema}:x`, 1)],
    ['badge', 'x'],
  ],
  [
    'the attributes are in an object of the core schema',
    [replace(undefined, { [userSchema]: { active: false, password: 'x' } })],
    ['password'],
  ],
];
for (const [title, operations, ignored] of leavers) {
  test(`a leaver is suspended although ${title}`, async (t) => {
    const scene = await directoryScene(server);
    const { id } = await scene.addUser();
    const { status, body } = await scene.patch(`/Users/${id}`, ...operations);
    t.is(status, 200, JSON.stringify(body));
    t.is(body['active'], false);
    t.is((await scene.memberOf(id))?.status, 'SUSPENDED');
    const entry = await lastEntry(scene);
    t.like(entry, { attributes: ['active'], result: 'APPLIED', detail: null });
    t.deepEqual(entry['ignored'], ignored);
    t.deepEqual(entry['outcomes'], ['stored', 'suspended', 'ignored']);
    t.false(JSON.stringify(entry).includes('a secret of Okta'));
  });
}

/** What is wrong with known attributes. Alone it is refused. */
const mistakes: [title: string, operation: object, name: string][] = [
  ['a text is too long', replace('title', 'x'.repeat(300)), 'title'],
  ['a text is an object', replace('nickName', { a: 1 }), 'nickName'],
  ['the user name is removed', { op: 'remove', path: 'userName' }, 'userName'],
  ['the only email is none', replace('emails', [{ value: 'no email', primary: true }]), 'emails'],
  ['the id is replaced', replace('id', 'x'), 'id'],
  ['the groups are replaced', replace('groups', []), 'groups'],
  ['a path is no path', replace('emails[', 'x'), 'emails'],
  ['a filter is not known', replace('emails[verified eq true].value', 'x'), 'emails.value'],
  ['an operation is not known', { op: 'move', path: 'title', value: 'x' }, 'title'],
  ['a removal has no path', { op: 'remove' }, 'Operations'],
  ['a value is missing', { op: 'add', path: 'title' }, 'title'],
];
for (const [title, operation, name] of mistakes) {
  test(`${title}: refused alone, and ignored beside active: false`, async (t) => {
    const scene = await directoryScene(server);
    const { id } = await scene.addUser({ title: 'Boss' });
    const before = (await scene.call('GET', `/Users/${id}`)).body;
    t.is((await scene.patch(`/Users/${id}`, operation)).status, 400);
    t.is((await scene.patch(`/Users/${id}`, operation, replace('active', true))).status, 400);
    t.is((await scene.memberOf(id))?.status, 'ACTIVE');
    const { status, body } = await scene.patch(`/Users/${id}`, operation, replace('active', 'False'));
    t.is(status, 200, JSON.stringify(body));
    t.is((await scene.memberOf(id))?.status, 'SUSPENDED');
    for (const kept of ['userName', 'emails', 'title', 'id']) t.deepEqual(body[kept], before[kept], kept);
    t.deepEqual((await lastEntry(scene))['ignored'], [name]);
    // Somebody who has left is no reason to accept mistakes from then on.
    t.is((await scene.patch(`/Users/${id}`, operation)).status, 400);
  });
}

test('a leaver whose new name somebody else has is suspended under the old name', async (t) => {
  const scene = await directoryScene(server);
  const [leaver, other] = [await scene.addUser(), await scene.addUser()];
  t.is((await scene.patch(`/Users/${leaver.id}`, replace('userName', other.email))).status, 409);
  const { status, body } = await scene.patch(`/Users/${leaver.id}`, replace('userName', other.email), {
    op: 'replace',
    path: 'active',
    value: false,
  });
  t.is(status, 200, JSON.stringify(body));
  t.is(body['userName'], leaver.email);
  t.is((await scene.memberOf(leaver.id))?.status, 'SUSPENDED');
  t.is((await scene.memberOf(other.id))?.status, 'ACTIVE');
  t.deepEqual((await lastEntry(scene))['ignored'], ['userName']);
});

test('a PUT suspends a leaver, whatever else is in it', async (t) => {
  const scene = await directoryScene(server);
  const { id, email } = await scene.addUser({ title: 'Boss', nickName: 'B' });
  const sent = {
    schemas: [userSchema, extension],
    userName: email,
    title: { a: 1 },
    locale: 'de',
    password: 'x',
    groups: [{ value: 'x' }],
    entitlements: [{ value: 'x' }],
    emails: [{ value: email, primary: true, verified: true }],
    [enterpriseSchema]: { manager: [{ value: 'x' }], badge: '7' },
    [extension]: { badge: '7' },
  };
  t.is((await scene.call('PUT', `/Users/${id}`, { ...sent, active: true })).status, 400);
  t.is((await scene.call('PUT', `/Users/${id}`, sent)).status, 400);
  const { status, body } = await scene.call('PUT', `/Users/${id}`, { ...sent, active: 'False' });
  t.is(status, 200, JSON.stringify(body));
  t.like(body, { active: false, title: 'Boss', locale: 'de' });
  t.false('nickName' in body);
  t.is((await scene.memberOf(id))?.status, 'SUSPENDED');
  t.deepEqual((await lastEntry(scene))['ignored'], [
    'password',
    'groups',
    'entitlements',
    'emails.verified',
    'manager',
    'badge',
    extension,
    'title',
  ]);
});

test('a PUT without a user name suspends a leaver, and is refused otherwise', async (t) => {
  const scene = await directoryScene(server);
  const { id, email } = await scene.addUser();
  t.is((await scene.call('PUT', `/Users/${id}`, { schemas: [userSchema], active: true })).status, 400);
  const { status, body } = await scene.call('PUT', `/Users/${id}`, { schemas: [userSchema], active: false });
  t.is(status, 200, JSON.stringify(body));
  t.like(body, { active: false, userName: email });
  t.is((await scene.memberOf(id))?.status, 'SUSPENDED');
});

test('what is not SCIM, or contradicts itself about active, suspends nobody', async (t) => {
  const scene = await directoryScene(server);
  const { id, email } = await scene.addUser();
  const gone = replace('active', false);
  for (const body of [
    { Operations: [gone] },
    { schemas: [patchSchema], Operations: gone },
    { schemas: [patchSchema], Operations: [gone, replace('active', 'maybe')] },
    { schemas: [patchSchema], Operations: [gone, { op: 'remove', path: 'active' }] },
    { schemas: [patchSchema], Operations: [gone, { op: 'move', path: 'active', value: true }] },
  ])
    t.is((await scene.call('PATCH', `/Users/${id}`, body)).status, 400, JSON.stringify(body));
  for (const body of [
    { userName: email, active: false },
    { schemas: [userSchema], userName: email, active: false, Active: true },
    { schemas: [userSchema], userName: email, active: 'maybe' },
  ])
    t.is((await scene.call('PUT', `/Users/${id}`, body)).status, 400, JSON.stringify(body));
  t.is((await scene.patch(`/Users/${id}`, gone, replace('active', true))).status, 200);
  t.is((await scene.memberOf(id))?.status, 'ACTIVE');
});

test('a request with unknown attributes alone changes nothing, and the log names them', async (t) => {
  const scene = await directoryScene(server);
  const { id } = await scene.addUser();
  const { status, headers } = await scene.patch(
    `/Users/${id}`,
    replace('userId', 'x'),
    replace('urn:evil:User:userName', 'x'),
    replace(undefined, { constructor: { prototype: { admin: true } }, 'ann@example.test': 1 }),
  );
  t.is(status, 400, 'an email is no path');
  t.is(headers.get('etag'), null);
  const done = await scene.patch(
    `/Users/${id}`,
    replace('userId', 'x'),
    replace('urn:evil:User:userName', 'x'),
    replace(undefined, { constructor: { prototype: { admin: true } } }),
  );
  t.is(done.status, 200);
  t.is(done.headers.get('etag'), 'W/"1"');
  t.like(await lastEntry(scene), {
    attributes: [],
    ignored: ['userId', 'urn:evil:User:userName', 'constructor'],
    result: 'UNCHANGED',
    outcomes: ['ignored'],
  });
});

test('a name that may be data about somebody is not logged', async (t) => {
  const scene = await directoryScene(server);
  const userName = scene.ownEmail();
  const body = { schemas: [userSchema], userName, 'ann@example.test': 1, entitlements: [], [`x${'y'.repeat(250)}`]: 1 };
  t.is((await scene.call('POST', '/Users', body)).status, 201);
  t.deepEqual((await lastEntry(scene))['ignored'], ['…', 'entitlements']);
});

test('a group is changed although unknown attributes are sent with it', async (t) => {
  const scene = await directoryScene(server);
  const { id: value } = await scene.addUser();
  const displayName = `Group of ${value}`;
  const made = await scene.call('POST', '/Groups', { schemas: [groupSchema], displayName, owner: 'x' });
  t.is(made.status, 201);
  t.deepEqual((await lastEntry(scene))['ignored'], ['owner']);
  const group = `/Groups/${String(made.body['id'])}`;
  const patched = await scene.patch(
    group,
    { op: 'add', path: 'members', value: [{ value, nickName: 'x' }] },
    replace(undefined, { id: made.body['id'], description: 'x' }),
  );
  t.is(patched.status, 204, JSON.stringify(patched.body));
  t.like(await lastEntry(scene), { attributes: ['members'], ignored: ['description', 'members.nickName'] });
  t.is((await scene.patch(group, replace('displayName', { a: 1 }), replace('owner', 'x'))).status, 400);
});
