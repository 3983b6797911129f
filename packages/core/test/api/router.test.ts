import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { z } from 'zod';
import { asUser, call, failures, json, post, startApp } from '../support/router-tests.js';
import { send } from '../support/serve-app.js';

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
  for (const response of [await call('/things/7'), await call('/things/7', { headers: { authorization: '' } })]) {
    t.is(response.headers['cache-control'], 'no-store', String(response.status));
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
    (response) => response.json['requestId'],
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

const queries: [string, string, string][] = [
  ['a parameter that is sent twice', 'view=a&view=b', 'view'],
  ['an unknown parameter', 'other=a', 'other'],
  ['a parameter of the wrong type', 'page=first', 'page'],
  ['a number out of range', 'page=0', 'page'],
  ['U+0000 in a parameter', 'view=a%00b', 'view'],
];
for (const [title, query, path] of queries) {
  test(`a query with ${title} gets 422 and a detail that names it`, async (t) => {
    const response = await call(`/things/7?${query}`);
    t.deepEqual([response.status, response.json['error']], [422, 'VALIDATION_FAILED']);
    const details = z.array(z.object({ path: z.string() })).parse(response.json['details']);
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
    const response = await send(`${own.url}/failures/${kind}`, { method: 'POST', headers: asUser });
    t.is(response.status, 500);
    t.deepEqual(Object.keys(response.json), ['error', 'message', 'requestId']);
    t.is(response.json['error'], 'INTERNAL_ERROR');
    t.notRegex(response.text, /SELECT|users|secret\.ts|thrown|\bat \/|stack/u);
    t.is(own.logged.length, 1);
    t.is(own.logged[0]?.fields['requestId'], response.json['requestId']);
    t.is(own.logged[0]?.fields['err'], failures[kind]);
  }
});

test('a result that is not what the route declares is our mistake, not the caller’s', async (t) => {
  const own = await startApp();
  t.teardown(() => own.stop());
  const response = await send(`${own.url}/wrong-reply`, { headers: asUser });
  t.deepEqual([response.status, response.json['error'], response.json['details']], [500, 'INTERNAL_ERROR', undefined]);
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
  t.is((await send(`${own.url}/things/7`, { headers: asUser })).status, 200);
});
