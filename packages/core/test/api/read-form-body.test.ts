import test from 'ava';
import Koa from 'koa';
import { errorBoundary, readFormBody, silentLogger } from '../../src/index.js';
import { type RawResponse, type Sent, type ServedApp, send, serveApp } from '../support/serve-app.js';

let server: ServedApp;
test.before(async () => {
  const app = new Koa();
  app.use(errorBoundary(silentLogger));
  app.use(async (ctx) => {
    ctx.body = await readFormBody(ctx);
  });
  server = await serveApp(app);
});
test.after.always(() => server?.stop());

function post(body: NonNullable<Sent['body']>, type = 'application/x-www-form-urlencoded'): Promise<RawResponse> {
  return send(server.url, { method: 'POST', body, headers: { 'content-type': type } });
}

const read: [string, string, Record<string, string>][] = [
  ['plain fields', 'email=a%40b.test&password=x', { email: 'a@b.test', password: 'x' }],
  ['"+" as a space and %2B as "+"', 'name=Anna+Maria%2BCo', { name: 'Anna Maria+Co' }],
  ['percent-encoded UTF-8', 'name=%C3%9Cn%C3%AFc%C3%B6de+%F0%9F%8E%89', { name: 'Ünïcöde 🎉' }],
  ['UTF-8 that is not percent-encoded', 'name=Zoë', { name: 'Zoë' }],
  ['an encoded name', 'a%20name=x', { 'a name': 'x' }],
  ['an empty value', 'name=', { name: '' }],
  ['a name without "="', 'name', { name: '' }],
  ['an encoded "=" and "&" in a value', 'password=a%3Db%26c', { password: 'a=b&c' }],
  ['a bare "=" in a value, as the URL standard does', 'password=a=b=c', { password: 'a=b=c' }],
  ['nothing between two "&", as the URL standard does', '&a=1&&&b=2&', { a: '1', b: '2' }],
];
for (const [title, body, fields] of read) {
  test(`a form is read with ${title}`, async (t) => {
    const response = await post(body);
    t.is(response.status, 200);
    t.deepEqual(response.json, fields);
    t.deepEqual(Object.fromEntries(new URLSearchParams(body)), fields, 'as the URL standard reads it');
  });
}

test('a "?" at the start of a form belongs to the name of its first field', async (t) => {
  t.deepEqual((await post('?email=a&email=b')).json, { '?email': 'a', email: 'b' });
});

test('a form without a body has no fields', async (t) => {
  const response = await send(server.url, { method: 'POST' });
  t.deepEqual([response.status, response.json], [200, {}]);
});

const refused: [string, NonNullable<Sent['body']>, number, string][] = [
  ['a field sent twice', 'email=a&email=b', 400, 'MALFORMED_REQUEST'],
  ['a field sent twice, once with its name encoded', 'email=a&%65mail=b', 400, 'MALFORMED_REQUEST'],
  ['a broken percent sign', 'name=100%', 400, 'MALFORMED_REQUEST'],
  ['digits that are not hexadecimal', 'name=%zz', 400, 'MALFORMED_REQUEST'],
  ['percent-encoded bytes that are not UTF-8', 'name=%ff', 400, 'MALFORMED_REQUEST'],
  ['a percent-encoded surrogate', 'name=%ED%A0%80', 400, 'MALFORMED_REQUEST'],
  ['bytes that are not UTF-8', Buffer.from('6e616d653dff', 'hex'), 400, 'MALFORMED_REQUEST'],
  ['U+0000 in a value', 'name=a%00b', 422, 'VALIDATION_FAILED'],
  ['U+0000 in a name', 'na%00me=a', 422, 'VALIDATION_FAILED'],
  ['__proto__ as a name', '__proto__=a', 422, 'VALIDATION_FAILED'],
  ['half of an encoded character before "&"', 'a=%C3&%9F=b', 400, 'MALFORMED_REQUEST'],
  ['more than 100 KB', `name=${'x'.repeat(100 * 1024)}`, 413, 'PAYLOAD_TOO_LARGE'],
];
for (const [title, body, status, code] of refused) {
  test(`a form with ${title} is refused`, async (t) => {
    const response = await post(body);
    t.deepEqual([response.status, response.json['error']], [status, code]);
  });
}

test('a form of another content type is refused', async (t) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const response = await post('{"email":"a"}', type);
    t.deepEqual([response.status, response.json['error']], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
  }
});
