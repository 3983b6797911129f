import { gzipSync } from 'node:zlib';
import test from 'ava';
import { z } from 'zod';
import { call, post } from '../support/router-tests.js';
import type { Sent } from '../support/serve-app.js';

const hundredKilobytes = 100 * 1024;
const tooLarge: [string, NonNullable<Sent['body']>][] = [
  ['over 100 KB', `{"name":"${'x'.repeat(hundredKilobytes)}"}`],
  ['with a string of 1 MB', `{"name":"${'x'.repeat(1024 * 1024)}"}`],
  ['over 100 KB in chunks of unknown length', Array.from({ length: 11 }, () => 'x'.repeat(10 * 1024))],
  ['of 1 MB in chunks of unknown length', Array.from({ length: 64 }, () => 'x'.repeat(16 * 1024))],
];
for (const [title, body] of tooLarge) {
  test(`a body ${title} gets 413`, async (t) => {
    const response = await post(body);
    t.is(response.status, 413);
    t.is(response.json['error'], 'PAYLOAD_TOO_LARGE');
  });
}

test('a body is measured after it was unpacked', async (t) => {
  const response = await post(gzipSync(Buffer.alloc(20 * 1024 * 1024, 'x')), { 'content-encoding': 'gzip' });
  t.is(response.status, 413);
});

test('a body of exactly 100 KB is read', async (t) => {
  const frame = '{"name":""}'.length;
  const response = await post(`{"name":"${'x'.repeat(hundredKilobytes - frame)}"}`);
  t.is(response.status, 422, 'read, and the name found too long');
});

test('a body in chunks of unknown length is read', async (t) => {
  const response = await post(['{"na', 'me":"in ', 'pieces"}']);
  t.deepEqual([response.status, response.json['name']], [201, 'in pieces']);
});

test('a body of another content type gets 415', async (t) => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data', ''];
  for (const type of types) {
    const response = await post('{"name":"x"}', { 'content-type': type });
    t.deepEqual([response.status, response.json['error']], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
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
    const response = await post(body, headers);
    t.deepEqual([response.status, response.json['error']], [400, 'MALFORMED_REQUEST']);
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
  test(`a body with ${title} gets 422 and a detail that names the location`, async (t) => {
    const response = await post(body);
    t.deepEqual([response.status, response.json['error']], [422, 'VALIDATION_FAILED']);
    const details = z.array(z.strictObject({ path: z.string(), message: z.string() })).parse(response.json['details']);
    t.true(
      details.some((detail) => detail.path === path),
      JSON.stringify(details),
    );
  });
}

test('a body without content counts as an empty object', async (t) => {
  const response = await call('/things', { method: 'POST' });
  t.deepEqual([response.status, response.json['error']], [422, 'VALIDATION_FAILED']);
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
    const response = await post(`{"name":"x","settings":{"deep":${value}}}`, {}, '/notes');
    t.true(response.status >= 400 && response.status < 500, String(response.status));
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
    const response = await post(body);
    t.is(response.status, 422);
    t.true(response.text.length <= hundredKilobytes, `${response.text.length} characters`);
  });
}
