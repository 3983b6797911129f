import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import {
  type Authenticate,
  anyone,
  createRouter,
  errorBoundary,
  type Logger,
  type Principal,
  route,
  silentLogger,
  unauthorized,
  userOnly,
} from '../src/index.js';
import { type Answer, type Sent, type ServedApp, send, serveApp } from './support/serve-app.js';

const principals: Record<string, Principal> = {
  'Bearer person': {
    kind: 'user',
    userId: '019a0000-0000-7000-8000-000000000001',
    clientId: 'app',
    applicationId: null,
    scopes: [],
    firstParty: true,
    superAdmin: false,
    sessionUid: null,
    secondFactor: false,
    tenant: null,
  },
  'Bearer machine': { kind: 'machine', clientId: 'robot', applicationId: null, scopes: [], tenantId: null },
};

const authenticate: Authenticate = (authorization) => {
  const principal = principals[authorization ?? ''];
  return principal ? Promise.resolve(principal) : Promise.reject(unauthorized());
};

const Thing = z.object({ id: z.string(), name: z.string() });
const NewThing = z.strictObject({
  name: z.string().max(50),
  tags: z.array(z.string()).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});
const Note = z.object({ name: z.string(), settings: z.record(z.string(), z.unknown()) });

const failures: Record<string, unknown> = {
  sql: new Error('SELECT password_hash FROM identity.users failed at /srv/app/secret.ts'),
  text: 'a thrown text',
  nothing: undefined,
};

const routes = [
  route({
    method: 'get',
    path: '/things/:id',
    summary: 'One thing',
    scope: 'account:read',
    guard: anyone,
    params: z.object({ id: z.string() }),
    query: z.strictObject({ view: z.string().optional(), page: z.coerce.number().int().min(1).optional() }),
    reply: Thing,
    handle: ({ params, query }) =>
      Promise.resolve({ id: params.id, name: query.view ?? 'whole', passwordHash: 'never to be seen' }),
  }),
  route({
    method: 'post',
    path: '/things',
    summary: 'Make a thing',
    scope: 'account:read',
    guard: anyone,
    body: NewThing,
    reply: Thing,
    status: 201,
    handle: ({ body }) => Promise.resolve({ id: '1', name: body.name }),
  }),
  route({
    method: 'delete',
    path: '/things/:id',
    summary: 'Delete a thing',
    scope: 'account:write',
    guard: userOnly,
    params: z.object({ id: z.string() }),
    reply: z.object({ success: z.boolean() }),
    handle: () => Promise.resolve({ success: true }),
  }),
  route({
    method: 'post',
    path: '/notes',
    summary: 'A note that holds any JSON',
    scope: 'account:read',
    guard: anyone,
    body: z.strictObject({ name: z.string(), settings: z.record(z.string(), z.unknown()) }),
    reply: Note,
    handle: ({ body }) => Promise.resolve(body),
  }),
  route({
    method: 'post',
    path: '/failures/:kind',
    summary: 'Fails',
    scope: 'account:read',
    guard: anyone,
    params: z.object({ kind: z.string() }),
    reply: Thing,
    handle: ({ params }) => Promise.reject(failures[params.kind]),
  }),
  route({
    method: 'get',
    path: '/wrong-reply',
    summary: 'Answers what it has not declared',
    scope: 'account:read',
    guard: anyone,
    reply: z.object({ count: z.number() }),
    handle: () => Promise.resolve({ count: Number.NaN }),
  }),
];

interface TestApp extends ServedApp {
  /** What was logged as an error. */
  logged: { fields: Record<string, unknown>; message: string }[];
  /** The statuses of requests that are over, also of those whose sender has gone. */
  finished: number[];
  app: Koa;
}

async function startApp(): Promise<TestApp> {
  const logged: TestApp['logged'] = [];
  const finished: number[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (fields, message) => logged.push({ fields: { ...fields }, message }),
  };
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    await next();
    finished.push(ctx.status);
    app.emit('finished');
  });
  app.use(errorBoundary(logger));
  app.use(createRouter(routes, authenticate));
  app.use((ctx) => {
    if (ctx.path === '/host') ctx.body = 'of the host';
  });
  return { ...(await serveApp(app)), app, logged, finished };
}

let server: TestApp;
test.before(async () => {
  server = await startApp();
});
test.after.always(() => server?.stop());

const person = { authorization: 'Bearer person' };
const json = { ...person, 'content-type': 'application/json' };

function call(path: string, sent: Sent = {}): Promise<Answer> {
  return send(`${server.url}${path}`, { ...sent, headers: { ...person, ...sent.headers } });
}

function post(body: NonNullable<Sent['body']>, headers: Sent['headers'] = {}, path = '/things'): Promise<Answer> {
  return send(`${server.url}${path}`, { method: 'POST', body, headers: { ...json, ...headers } });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u;

test('an answer holds the declared fields of the result and no others', async (t) => {
  const { status, json: body } = await call('/things/7');
  t.is(status, 200);
  t.deepEqual(body, { id: '7', name: 'whole' });
});

test('a route answers the status it declares', async (t) => {
  const { status, json: body } = await post('{"name":"Ünïcode ✓ 🎉"}');
  t.is(status, 201);
  t.deepEqual(body, { id: '1', name: 'Ünïcode ✓ 🎉' });
});

test('answers and errors are never stored by caches', async (t) => {
  for (const answer of [await call('/things/7'), await call('/things/7', { headers: { authorization: '' } })]) {
    t.is(answer.headers['cache-control'], 'no-store', String(answer.status));
  }
});

test('a caller without a valid token gets 401, a challenge and an error body of three fields', async (t) => {
  for (const authorization of ['', 'Bearer', 'Bearer somebody', 'Basic cGVyc29uOng=']) {
    const { status, headers, json: body } = await call('/things/7', { headers: { authorization } });
    t.is(status, 401);
    t.is(headers['www-authenticate'], 'Bearer');
    t.deepEqual(Object.keys(body), ['error', 'message', 'requestId']);
    t.is(body['error'], 'UNAUTHORIZED');
    t.regex(String(body['requestId']), uuid);
  }
});

test('a caller without a token learns nothing about the form of the input', async (t) => {
  const { status } = await post('{"wrong', { authorization: '' });
  t.is(status, 401);
});

test('a caller whom the guard refuses gets 403', async (t) => {
  const headers = { authorization: 'Bearer machine' };
  const { status, json: body } = await call('/things/7', { method: 'DELETE', headers });
  t.is(status, 403);
  t.is(body['error'], 'FORBIDDEN');
});

test('the request id is our own, whatever the caller sends, and another one for each request', async (t) => {
  const headers = { 'x-request-id': 'planted', authorization: '' };
  const ids = [await call('/things/7', { headers }), await call('/things/7', { headers })].map(
    (answer) => answer.json['requestId'],
  );
  t.not(ids[0], ids[1]);
  for (const id of ids) t.regex(String(id), uuid);
});

test('what no route answers is left to the host', async (t) => {
  t.is((await call('/host')).text, 'of the host');
  for (const path of ['/nothing', '/things/7/parts', '/thingsandmore']) {
    t.is((await call(path)).status, 404, path);
  }
});

test('a method that a path does not offer gets 405 and is told which it does', async (t) => {
  const { status, headers, json: body } = await call('/things/7', { method: 'PUT' });
  t.is(status, 405);
  t.is(body['error'], 'METHOD_NOT_ALLOWED');
  t.deepEqual(headers.allow?.split(', ').sort(), ['DELETE', 'GET', 'HEAD']);
  const second = await call('/things');
  t.deepEqual([second.status, second.headers.allow], [405, 'POST']);
});

test('HEAD answers the headers of GET without its body', async (t) => {
  const get = await call('/things/7');
  const head = await call('/things/7', { method: 'HEAD' });
  t.is(head.status, 200);
  t.is(head.text, '');
  t.is(head.headers['content-type'], get.headers['content-type']);
  t.is(head.headers['content-length'], get.headers['content-length']);
  const refused = await call('/things/7', { method: 'HEAD', headers: { authorization: '' } });
  t.deepEqual([refused.status, refused.text], [401, '']);
});

const hundredKilobytes = 100 * 1024;
const tooLarge: [string, NonNullable<Sent['body']>][] = [
  ['over 100 KB', `{"name":"${'x'.repeat(hundredKilobytes)}"}`],
  ['with a string of 1 MB', `{"name":"${'x'.repeat(1024 * 1024)}"}`],
  ['over 100 KB in chunks of unknown length', Array.from({ length: 11 }, () => 'x'.repeat(10 * 1024))],
  ['of 1 MB in chunks of unknown length', Array.from({ length: 64 }, () => 'x'.repeat(16 * 1024))],
];
for (const [title, body] of tooLarge) {
  test(`a body ${title} gets 413`, async (t) => {
    const answer = await post(body);
    t.is(answer.status, 413);
    t.is(answer.json['error'], 'PAYLOAD_TOO_LARGE');
  });
}

test('a body is measured after it was unpacked', async (t) => {
  const answer = await post(gzipSync(Buffer.alloc(20 * 1024 * 1024, 'x')), { 'content-encoding': 'gzip' });
  t.is(answer.status, 413);
});

test('a body of exactly 100 KB is read', async (t) => {
  const frame = '{"name":""}'.length;
  const answer = await post(`{"name":"${'x'.repeat(hundredKilobytes - frame)}"}`);
  t.is(answer.status, 422, 'read, and the name found too long');
});

test('a body in chunks of unknown length is read', async (t) => {
  const answer = await post(['{"na', 'me":"in ', 'pieces"}']);
  t.deepEqual([answer.status, answer.json['name']], [201, 'in pieces']);
});

test('a body of another content type gets 415', async (t) => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data', ''];
  for (const type of types) {
    const answer = await post('{"name":"x"}', { 'content-type': type });
    t.deepEqual([answer.status, answer.json['error']], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
  }
});

test('the content type may name a charset, in any case', async (t) => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
    t.is((await post('{"name":"x"}', { 'content-type': type })).status, 201, type);
  }
});

const malformed: [string, NonNullable<Sent['body']>, Sent['headers']?][] = [
  ['that ends too early', '{"name":"x'],
  ['that is no JSON', 'name=x'],
  ['with text behind the JSON', '{"name":"x"}}'],
  ['with a number JSON does not know', '{"name":NaN}'],
  ['in UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
  ['with a byte that is not UTF-8', Buffer.from('7b226e616d65223a22ff227d', 'hex')],
  ['with an overlong form of a character', Buffer.from('7b226e616d65223a22c080227d', 'hex')],
  ['with a surrogate in UTF-8', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
  ['with half a character at its end', Buffer.from('7b226e616d65223a22c3', 'hex')],
  ['that is not packed as it says', '{"name":"x"}', { 'content-encoding': 'gzip' }],
];
for (const [title, body, headers] of malformed) {
  test(`a body ${title} gets 400`, async (t) => {
    const answer = await post(body, headers);
    t.deepEqual([answer.status, answer.json['error']], [400, 'MALFORMED_REQUEST']);
  });
}

test('a body packed in a way we do not know is refused', async (t) => {
  const { status } = await post('{"name":"x"}', { 'content-encoding': 'zebra' });
  t.true(status >= 400 && status < 500, String(status));
});

const invalid: [string, string, string][] = [
  ['an unknown field', '{"name":"x","role":"owner"}', 'role'],
  ['a field of the wrong type', '{"name":7}', 'name'],
  ['a missing field', '{}', 'name'],
  ['a list for an object', '[]', ''],
  ['null for an object', 'null', ''],
  ['a text for an object', '"name"', ''],
  ['U+0000 in a string', '{"name":"a\\u0000b"}', 'name'],
  ['U+0000 in a string of a list', '{"name":"x","tags":["a","b\\u0000"]}', 'tags.1'],
  ['U+0000 in a key', '{"name":"x","settings":{"a\\u0000":1}}', 'settings.a\u0000'],
  ['a lone high surrogate', '{"name":"\\ud800"}', 'name'],
  ['a lone low surrogate', '{"name":"\\udc00 x"}', 'name'],
  ['a lone surrogate in a key', '{"name":"x","settings":{"\\ud800":1}}', 'settings.\ud800'],
  ['__proto__ as a key', '{"name":"x","__proto__":{"admin":true}}', '__proto__'],
  ['__proto__ as a key deep inside', '{"name":"x","settings":{"a":[{"__proto__":{}}]}}', 'settings.a.0.__proto__'],
  ['constructor as a key', '{"name":"x","constructor":{"prototype":{}}}', 'constructor'],
  ['toString as a key', '{"name":"x","toString":1}', 'toString'],
];
for (const [title, body, path] of invalid) {
  test(`a body with ${title} gets 422 and a detail that names the place`, async (t) => {
    const answer = await post(body);
    t.deepEqual([answer.status, answer.json['error']], [422, 'VALIDATION_FAILED']);
    const details = z.array(z.strictObject({ path: z.string(), message: z.string() })).parse(answer.json['details']);
    t.true(
      details.some((detail) => detail.path === path),
      JSON.stringify(details),
    );
  });
}

test('a body without content counts as an empty object', async (t) => {
  const answer = await call('/things', { method: 'POST' });
  t.deepEqual([answer.status, answer.json['error']], [422, 'VALIDATION_FAILED']);
});

test('a key that is sent twice is refused', async (t) => {
  const { status } = await post('{"name":"first","name":"second"}');
  t.true(status >= 400 && status < 500, String(status));
});

const levels: [string, string][] = [
  ['10,000 lists', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['10,000 objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['51,000 lists, as many as a body can hold,', `${'['.repeat(51_000)}${']'.repeat(51_000)}`],
];
for (const [title, value] of levels) {
  test(`${title} inside each other are refused where a field takes a text`, async (t) => {
    const { status } = await post(`{"name":${value}}`);
    t.true(status >= 400 && status < 500, String(status));
  });

  test(`${title} inside each other are refused where a field takes any JSON`, async (t) => {
    const answer = await post(`{"name":"x","settings":{"deep":${value}}}`, {}, '/notes');
    t.true(answer.status >= 400 && answer.status < 500, String(answer.status));
  });
}

const manyMistakes: [string, string][] = [
  ['each key of nine thousand levels cannot be stored', `${'{"\\u0000":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ['each of ten thousand strings cannot be stored', `[${Array(10_000).fill('"\\u0000"').join(',')}]`],
  ['each of ten thousand tags is of the wrong type', `{"name":"x","tags":[${Array(10_000).fill('7').join(',')}]}`],
];
for (const [title, body] of manyMistakes) {
  test(`the answer is not larger than the largest body we take when ${title}`, async (t) => {
    t.true(Buffer.byteLength(body) <= hundredKilobytes);
    const answer = await post(body);
    t.is(answer.status, 422);
    t.true(answer.text.length <= hundredKilobytes, `${answer.text.length} characters`);
  });
}

const queries: [string, string, string][] = [
  ['a parameter that is sent twice', 'view=a&view=b', 'view'],
  ['an unknown parameter', 'other=a', 'other'],
  ['a parameter of the wrong type', 'page=first', 'page'],
  ['a number out of range', 'page=0', 'page'],
  ['U+0000 in a parameter', 'view=a%00b', 'view'],
];
for (const [title, query, path] of queries) {
  test(`a query with ${title} gets 422 and a detail that names it`, async (t) => {
    const answer = await call(`/things/7?${query}`);
    t.deepEqual([answer.status, answer.json['error']], [422, 'VALIDATION_FAILED']);
    const details = z.array(z.object({ path: z.string() })).parse(answer.json['details']);
    t.true(
      details.some((detail) => detail.path === path),
      JSON.stringify(details),
    );
  });
}

test('__proto__ as a parameter of a query changes nothing', async (t) => {
  for (const query of ['__proto__=a', '__proto__=a&__proto__=b', '__proto__', '__proto__[view]=a']) {
    const { status, json: body } = await call(`/things/7?${query}`);
    t.true(status < 500, `${query}: ${status}`);
    if (status === 200) t.deepEqual(body, { id: '7', name: 'whole' }, query);
  }
});

test('a path with U+0000 or a broken escape is never an error of ours', async (t) => {
  for (const id of ['a%00b', '%zz', '%ff', '%ed%a0%80', '%']) {
    const { status } = await call(`/things/${id}`);
    t.true(status < 500, `${id}: ${status}`);
  }
  t.is((await call('/things/a%00b')).status, 422);
});

test('an unexpected error is 500 without its text, and is logged under the id the caller gets', async (t) => {
  for (const kind of Object.keys(failures)) {
    const own = await startApp();
    t.teardown(() => own.stop());
    const answer = await send(`${own.url}/failures/${kind}`, { method: 'POST', headers: person });
    t.is(answer.status, 500);
    t.deepEqual(Object.keys(answer.json), ['error', 'message', 'requestId']);
    t.is(answer.json['error'], 'INTERNAL_ERROR');
    t.notRegex(answer.text, /SELECT|users|secret\.ts|thrown|\bat \/|stack/u);
    t.is(own.logged.length, 1);
    t.is(own.logged[0]?.fields['requestId'], answer.json['requestId']);
    t.is(own.logged[0]?.fields['err'], failures[kind]);
  }
});

test('a result that is not what the route declares is our mistake, not the caller’s', async (t) => {
  const own = await startApp();
  t.teardown(() => own.stop());
  const answer = await send(`${own.url}/wrong-reply`, { headers: person });
  t.deepEqual([answer.status, answer.json['error'], answer.json['details']], [500, 'INTERNAL_ERROR', undefined]);
  t.is(own.logged.length, 1);
});

test('a refused request is not logged as a failure', async (t) => {
  const own = await startApp();
  t.teardown(() => own.stop());
  await send(`${own.url}/things`, { method: 'POST', headers: json, body: '{' });
  await send(`${own.url}/things`, { method: 'POST', headers: json, body: '{"name":"\\u0000"}' });
  await send(`${own.url}/things/7`);
  t.deepEqual(own.logged, []);
});

test('a sender who leaves in the middle of a body is no failure of ours', async (t) => {
  const own = await startApp();
  t.teardown(() => own.stop());
  const finished = new Promise((resolve) => own.app.once('finished', resolve));
  const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = Object.entries({ host: 'localhost', ...json, 'content-length': '1000' });
  socket.write(`POST /things HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n{"name":`);
  socket.end();
  await finished;
  socket.destroy();
  t.deepEqual(own.finished, [400]);
  t.deepEqual(own.logged, []);
  t.is((await send(`${own.url}/things/7`, { headers: person })).status, 200);
});
