import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  directoryScene,
  patchSchema,
  scimCall,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

test('a token opens its own directory only, and no token of the server does', async (t) => {
  const [mine, theirs] = [await directoryScene(server), await directoryScene(server)];
  const user = await theirs.addUser();
  const access = await tokenOf(server.issuer, mine.tenant.owner.email);
  const tokens = [undefined, '', 'x', theirs.token, access, `${mine.token}x`, mine.token.toUpperCase()];
  for (const token of tokens) {
    const headers = token === undefined ? {} : { token };
    const refused = await scimCall(`${mine.baseUrl}/Users`, headers);
    t.is(refused.status, 401, String(token));
    t.deepEqual(refused.body['schemas'], [errorSchema]);
    t.is(refused.body['status'], '401');
    t.is(refused.headers.get('www-authenticate'), 'Bearer');
  }
  // The id of a user of another directory, by every method.
  const body = { schemas: [userSchema], userName: mine.ownEmail() };
  for (const [method, sent] of [
    ['GET', undefined],
    ['PUT', body],
    ['PATCH', { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'active', value: false }] }],
    ['DELETE', undefined],
  ] as const)
    t.is((await mine.call(method, `/Users/${user.id}`, sent)).status, 404, method);
  // Nor does the id of an account find anything.
  const { userId } = await theirs.rowOf(user.id);
  t.is((await mine.call('GET', `/Users/${userId}`)).status, 404);
  t.is((await theirs.call('GET', `/Users/${userId}`)).status, 404);
  t.is((await theirs.memberOf(user.id))?.status, 'ACTIVE');
});

test('a path in another writing finds the same or nothing', async (t) => {
  const [mine, theirs] = [await directoryScene(server), await directoryScene(server)];
  const user = await theirs.addUser();
  const base = `${server.issuer}/scim/v2`;
  const paths = [
    `${mine.id}/Users/..%2f..%2f${theirs.id}%2fUsers%2f${user.id}`,
    `${mine.id}/../${theirs.id}/Users/${user.id}`,
    `${mine.id}%2f..%2f${theirs.id}/Users/${user.id}`,
    `${theirs.id}/Users/${user.id}`,
    `${mine.id}/Users/${user.id}%00`,
    `${mine.id}//Users`,
    `${mine.id}/Users/%2e%2e`,
  ];
  for (const path of paths) {
    const { status, body } = await scimCall(`${base}/${path}`, { token: mine.token });
    t.true([400, 401, 404].includes(status), `${path}: ${status}`);
    t.false(JSON.stringify(body).includes(user.email), path);
  }
});

const badFilters = [
  'userName',
  'userName eq',
  'userName eq ann',
  'userName co "a"',
  'userName sw "a"',
  'userName pr',
  'userName ne "a"',
  'not (userName eq "a")',
  '(userName eq "a")',
  'userName eq "a" or userName eq "b"',
  'title eq "Boss"',
  'password eq "x"',
  'emails[type eq "work"] eq "x" and',
  'emails[type ne "work"].value eq "x"',
  'emails[',
  'userName eq "a" extra',
  'userName eq true',
  'active eq "perhaps"',
  'meta.lastModified gt "2020-01-01T00:00:00Z"',
  '__proto__ eq "x"',
  'constructor eq "x"',
  `userName eq "${'a'.repeat(2000)}"`,
  '',
];
for (const filter of badFilters) {
  test(`a filter that is not supported is refused, never ignored: ${filter.slice(0, 40) || 'empty'}`, async (t) => {
    const { call } = await directoryScene(server);
    const refused = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    t.is(refused.status, 400);
    if (filter.length < 1000) t.is(refused.body['scimType'], 'invalidFilter');
  });
}

test('a parameter that is misspelt or sent twice is refused', async (t) => {
  const { call } = await directoryScene(server);
  const filter = encodeURIComponent('userName eq "a"');
  for (const query of [
    `filtre=${filter}`,
    `filter=${filter}&filter=${filter}`,
    `FILTER=${filter}&filter=${filter}`,
    'count=x',
    'count=1e3',
    'startIndex=one',
    'rehearse=true',
    'attributes=id&excludedAttributes=id',
  ])
    t.is((await call('GET', `/Users?${query}`)).status, 400, query);
  t.is((await call('GET', `/Users?Filter=${filter}`)).body['totalResults'], 0);
  // The flag that Microsoft tells administrators to add to the URL.
  t.is((await call('GET', '/Users?aadOptscim062020')).status, 200);
});

test('dangerous keys change nothing but what they name', async (t) => {
  const { call, addUser } = await directoryScene(server);
  const { id } = await addUser();
  const raw = (operations: string) => `{"schemas":["${patchSchema}"],"Operations":[${operations}]}`;
  const bodies = [
    '{"op":"add","value":{"__proto__":{"admin":true}}}',
    '{"op":"add","path":"emails[__proto__ eq \\"x\\"].value","value":"x"}',
    '{"op":"replace","path":"id","value":"x"}',
    '{"op":"replace","path":"meta.version","value":"x"}',
    '{"op":"replace","path":"groups","value":[]}',
    '{"op":"move","path":"title","value":"x"}',
    '{"op":"replace","path":"active","value":"maybe"}',
    '{"op":"replace","path":"active","value":0}',
    '{"op":"remove","path":"active"}',
    '{"op":"remove","path":"userName"}',
    '{"op":"remove"}',
    '{"op":"add","path":"title"}',
    '{"op":"add","path":["title"],"value":"x"}',
    `{"op":"add","path":"title","value":"${'x'.repeat(300)}"}`,
    '{"op":"add","path":"title","value":{"a":1}}',
    '{"op":"replace","value":"x"}',
    '[]',
    '"x"',
    'null',
  ];
  for (const body of bodies) {
    const refused = await call('PATCH', `/Users/${id}`, raw(body));
    t.is(refused.status, 400, body);
    t.is(refused.body['status'], '400');
  }
  // Attributes that the server does not know are ignored. They change nothing either.
  const unknown = [
    '{"op":"add","path":"__proto__.admin","value":true}',
    '{"op":"add","path":"constructor.prototype.admin","value":true}',
    '{"op":"add","path":"name.__proto__","value":"x"}',
    '{"op":"add","value":{"constructor":{"prototype":{"admin":true}}}}',
    '{"op":"replace","path":"userId","value":"x"}',
    '{"op":"replace","path":"urn:evil:User:userName","value":"x"}',
    '{"op":"replace","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:nothing","value":"x"}',
  ];
  for (const body of unknown) t.is((await call('PATCH', `/Users/${id}`, raw(body))).status, 200, body);
  t.is((Object.prototype as { admin?: unknown }).admin, undefined);
  for (const body of ['{', '[]', '"x"', 'null', '{"schemas":["x"]}', '{"Operations":[]}'])
    t.is((await call('PATCH', `/Users/${id}`, body)).status, 400, body);
  t.is((await call('GET', `/Users/${id}`)).headers.get('etag'), 'W/"1"');
});

test('bodies that are too large, of another type or not text are refused in the form of SCIM', async (t) => {
  const { call, baseUrl, token, ownEmail } = await directoryScene(server);
  const user = { schemas: [userSchema], userName: ownEmail() };
  const large = await call('POST', '/Users', JSON.stringify({ ...user, title: 'x'.repeat(10 * 1024 * 1024) }));
  t.deepEqual([large.status, large.body['status']], [413, '413']);
  const typed = await scimCall(`${baseUrl}/Users`, {
    method: 'POST',
    token,
    body: user,
    headers: { 'content-type': 'text/plain' },
  });
  t.is(typed.status, 415);
  const plain = await scimCall(`${baseUrl}/Users`, {
    method: 'POST',
    token,
    body: user,
    headers: { 'content-type': 'application/json' },
  });
  t.is(plain.status, 201);
  for (const userName of ['a\u0000@owned.test', '\ud800@owned.test', 'x'.repeat(300), '', null, 1, [], {}])
    t.is((await call('POST', '/Users', { ...user, userName })).status, 400, JSON.stringify(userName));
  t.is((await call('POST', '/Bulk', {})).status, 404);
  t.is((await call('GET', '/Me')).status, 404);
  t.is((await call('PUT', '/Users', user)).status, 405);
});

test('a directory cannot set what is not its own: passwords, rights, other tenants', async (t) => {
  const { call, memberOf, ownEmail } = await directoryScene(server);
  const email = ownEmail();
  const created = await call('POST', '/Users', {
    schemas: [userSchema],
    userName: email,
    password: 'a password of the directory',
    roles: [{ value: 'owner', primary: 'True' }],
    id: randomUUID(),
    superAdmin: true,
    meta: { created: '2000-01-01T00:00:00Z' },
    groups: [{ value: randomUUID() }],
  });
  t.is(created.status, 201);
  t.false(JSON.stringify(created.body).includes('password of'));
  t.is((await memberOf(String(created.body['id'])))?.role, 'member');
  t.like(await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } }), {
    superAdmin: false,
    passwordHash: null,
  });
});

test('directories of a tenant are for its owners, with a sign-in of a moment ago', async (t) => {
  const { tenant, path, id } = await directoryScene(server);
  const { issuer } = server;
  const admin = await tokenOf(issuer, (await addMember(server, tenant.id, 'admin')).email);
  const stranger = await tokenOf(issuer, (await freshTenant(server)).owner.email);
  for (const [method, to, body] of [
    ['GET', path, undefined],
    ['POST', path, { name: 'x' }],
    ['DELETE', `${path}/${id}`, undefined],
    ['POST', `${path}/${id}/rotate-token`, undefined],
    ['GET', `${path}/${id}/log`, undefined],
  ] as const) {
    t.is((await send(issuer, method, to, admin, body)).status, 403, `${method} ${to}`);
    t.is((await send(issuer, method, to, stranger, body)).status, 404, `${method} ${to}`);
  }
  const owner = await tokenOf(issuer, tenant.owner.email);
  await db().$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 660))
    WHERE account_id = ${tenant.owner.userId}`;
  for (const [method, to, body] of [
    ['POST', path, { name: 'x' }],
    ['DELETE', `${path}/${id}`, undefined],
    ['POST', `${path}/${id}/rotate-token`, undefined],
  ] as const)
    t.like(await send(issuer, method, to, owner, body), { status: 403, body: { error: 'REAUTHENTICATION_REQUIRED' } });
  t.is((await send(issuer, 'GET', path, owner)).status, 200);
  t.is(await db().directory.count({ where: { tenantId: tenant.id } }), 1);
});
