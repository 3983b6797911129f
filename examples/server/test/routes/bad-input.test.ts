import { type RawResponse, send, sendBytes, statusOf } from '@org/identity-testing/send';
import test from 'ava';
import {
  AttackedServer,
  accept,
  type Case,
  faultsOf,
  form,
  isCutOff,
  isRefusal,
  isServed,
  owner,
} from '../support/attacked-server.js';
import { deep } from '../support/bad-input.js';
import {
  encode,
  endpoints,
  formEndpoints,
  knowsParameters,
  namesOf,
  type Pair,
  replaceField,
} from '../support/endpoints.js';

let server: AttackedServer;
test.before(async () => {
  server = await AttackedServer.start();
});
test.after.always(() => server?.test.stop());
// The tests run one after the other, so that an error in the log belongs to the input that caused it.

const badValues: [title: string, encoded: string][] = [
  ['U+0000', 'a%00b'],
  ['nothing but U+0000', '%00'],
  ['bytes that are no UTF-8', '%ff%fe'],
  ['a lone surrogate', '%ed%a0%80'],
  ['an overlong encoding', '%c0%80'],
  ['a cut-off UTF-8 sequence', 'a%e2%82'],
  ['a percent sign without digits', '%'],
  ['a percent sign with other letters', '%zz'],
  ['a megabyte', 'a'.repeat(1 << 20)],
];
const rawBytes: [title: string, bytes: Buffer][] = [
  ['a raw zero byte', Buffer.from([0x61, 0x00, 0x62])],
  ['raw bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
  ['a raw lone surrogate', Buffer.from([0xed, 0xa0, 0x80])],
];

for (const [title, endpoint] of Object.entries(endpoints)) {
  const inQuery = endpoint.location === 'query';

  test.serial(`${title} refuses U+0000, invalid UTF-8, bad encodings and a megabyte in every parameter`, async (t) => {
    const valid = await endpoint.valid(server);
    const cases: Case[] = [];
    for (const name of namesOf(endpoint, valid)) {
      for (const [kind, value] of inQuery ? badValues : [...badValues, ...rawBytes]) {
        const alsoAllowed = (response: RawResponse) =>
          (endpoint.mayBeWrong?.includes(name) && endpoint.alsoAllowed?.(response)) ||
          (inQuery && value.length > 10_000 && isCutOff(response));
        cases.push({
          title: `${kind} in ${name}`,
          message: encode(endpoint, valid, replaceField(name, value)),
          alsoAllowed,
        });
      }
    }
    await server.standsAll(t, cases);
    const right = await send(
      server.port,
      encode(endpoint, valid, (pairs) => pairs),
    );
    t.true(isServed(right) && !isRefusal(right), `the request itself is right: ${right.status} ${right.body}`);
    await server.stillSignsIn(t);
  });

  test.serial(`${title} stands parameters with bad names, and a great number of them`, async (t) => {
    const traps = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      '__proto__[polluted]',
      'constructor[prototype]',
    ];
    const many = (count: number): Pair[] => Array.from({ length: count }, (_, index) => [`a${index}`, '']);
    const additions: [title: string, pairs: readonly Pair[]][] = [
      ...[...traps, '', '%00', '%ff', 'a'.repeat(5000)].map((name): [string, Pair[]] => [
        name.slice(0, 40),
        [[name, 'polluted']],
      ]),
      ['all traps twice', [...traps, ...traps].map((name): Pair => [name, 'polluted'])],
      ['1,500 parameters', many(1500)],
      ['7,000 parameters', many(7000)],
      ['100,000 parameters', many(100_000)],
    ];
    const cases: Case[] = [];
    for (const [index, [kind, pairs]] of additions.entries()) {
      const valid = await endpoint.valid(server);
      // Alternates between extra pairs before and after the valid ones.
      const message = encode(endpoint, valid, (right) => (index % 2 ? [...pairs, ...right] : [...right, ...pairs]));
      const alsoAllowed = (response: RawResponse) => isServed(response) || (inQuery && isCutOff(response));
      cases.push({ title: kind, message, alsoAllowed });
    }
    await server.standsAll(t, cases);
    t.false('polluted' in {});
  });

  if (!knowsParameters(endpoint)) continue;
  test.serial(`${title} refuses every parameter that comes twice`, async (t) => {
    const accepted: string[] = [];
    const valid = await endpoint.valid(server);
    for (const name of namesOf(endpoint, valid)) {
      for (const second of [undefined, 'other']) {
        const message = encode(endpoint, valid, (pairs) => {
          const value = pairs.find(([known]) => known === name)?.[1] ?? 'x';
          return [...replaceField(name, value)(pairs), [name, second ?? value]];
        });
        const response = await send(server.port, message);
        const { status, headers, body } = response;
        const error = headers.location
          ? new URL(headers.location, server.test.issuer).searchParams.get('error')
          : /invalid_request|"MALFORMED_REQUEST"/u.exec(body)?.[0];
        const right = status === 400 ? error : isRefusal(response) && error === 'invalid_request';
        if (!right) accepted.push(`${name}: ${status} ${headers.location ?? body.slice(0, 100)}`);
      }
    }
    t.deepEqual(accepted, []);
    await server.stillServes(t);
  });
}

test.serial('logout by POST never leads to an address that is too long to be opened', async (t) => {
  const many = Array.from({ length: 7000 }, (_, index) => `a${index}=`).join('&');
  for (const body of [`state=${'a'.repeat(50_000)}`, many]) {
    const message = { method: 'POST', target: '/api/oauth/logout', headers: { ...form, accept }, body };
    const { status, headers } = await send(server.port, message);
    const { length } = headers.location ?? '';
    t.true(length < 8192, `${status} with a Location of ${length} characters`);
  }
});

const jsonBodies: [title: string, body: string | Buffer][] = [
  ['10,000 lists in each other', deep('[', ']')],
  ['10,000 objects in each other', deep('{"a":', '}')],
  ['an object that is not closed', '{"a":'],
  ['U+0000 in a string', '{"name":"a\\u0000b","email":"a\\u0000b"}'],
  ['a lone surrogate in a string', '{"name":"\\ud800"}'],
  ['a raw zero byte', Buffer.from('{"name":"a\0b"}')],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['__proto__', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
  ['the same key twice', '{"name":"a","name":"b"}'],
  ['a number nobody can hold', '{"name":1e999}'],
  ['null', 'null'],
  ['nothing', ''],
  ['a megabyte', JSON.stringify({ name: 'a'.repeat(1 << 20) })],
];

const contentTypes: [title: string, contentType: string | undefined, body: string | Buffer][] = [
  ...jsonBodies.map(([title, body]): [string, string, string | Buffer] => [`JSON: ${title}`, 'application/json', body]),
  ['JSON', 'application/json', JSON.stringify(owner)],
  [
    'a multipart form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
  ],
  ['a multipart form without a boundary', 'multipart/form-data', 'a=b'],
  ['plain text', 'text/plain', 'a=b'],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['a type that is none', 'nonsense', 'a=b'],
  ['an empty type', '', 'a=b'],
  ['no type', undefined, 'a=b'],
  ['a form in an unknown charset', 'application/x-www-form-urlencoded; charset=nonsense', 'a=b'],
  ['a form in UTF-16', 'application/x-www-form-urlencoded; charset=utf-16le', Buffer.from('a=b', 'utf16le')],
];

for (const [title, endpoint] of formEndpoints) {
  test.serial(`${title} refuses bodies of other types`, async (t) => {
    const cases: Case[] = [];
    const { target, headers } = await endpoint.valid(server);
    for (const [kind, contentType, body] of contentTypes) {
      const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
      // A form without fields is valid; the logout page needs none.
      const alsoAllowed =
        title.startsWith('POST /api/oauth/logout') && (body === '' || kind.startsWith('a form')) ? isServed : undefined;
      cases.push({
        title: kind,
        message: { method: 'POST', target, headers: { accept, ...headers, ...type }, body },
        alsoAllowed,
      });
    }
    await server.standsAll(t, cases);
  });

  test.serial(`${title} stands a body that says it is compressed`, async (t) => {
    const cases: Case[] = [];
    for (const encoding of ['gzip', 'br', 'deflate', 'nonsense', 'gzip, gzip']) {
      const message = encode(endpoint, await endpoint.valid(server), (pairs) => pairs);
      cases.push({
        title: encoding,
        message: { ...message, headers: { ...message.headers, 'content-encoding': encoding } },
        // oidc-provider ignores it.
        alsoAllowed: isServed,
      });
    }
    await server.standsAll(t, cases);
  });

  test.serial(`${title} stands a body that ends too early`, async (t) => {
    const { target, headers } = await endpoint.valid(server);
    const lines = Object.entries({ host: `127.0.0.1:${server.port}`, ...form, ...headers }).map((entry) =>
      entry.join(': '),
    );
    const head = `POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n`;
    const cut = [
      `${head}Content-Length: 1000\r\n\r\n`,
      `${head}Content-Length: 1000\r\n\r\nemail=a&password=b`,
      `${head}Content-Length: 99999999999\r\n\r\na=b`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\na=b`,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\na=b\r\n0\r\n\r\n`,
      `${head}Content-Length: -1\r\n\r\na=b`,
      `${head}Content-Length: abc\r\n\r\na=b`,
    ];
    for (const bytes of cut) {
      const response = await sendBytes(server.port, bytes);
      const status = statusOf(response);
      t.true(status === 0 || (status >= 400 && status < 500), response.slice(0, 200));
      t.deepEqual(faultsOf({ status, headers: {}, body: response }), []);
    }
    await server.stillServes(t);
  });
}

for (const target of ['/api/users/me', '/api/tenants', '/api/tenants/019a0000-0000-7000-8000-0000000000c1']) {
  test.serial(`${target} stands every JSON body, whichever methods it takes`, async (t) => {
    const cases: Case[] = [];
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'GET']) {
      for (const [title, contentType, body] of contentTypes) {
        if (method === 'DELETE' && body === '') continue;
        const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
        // Without a token where a valid one would delete what other tests need.
        const token: Record<string, string> =
          method === 'DELETE' ? {} : { authorization: `Bearer ${server.accessToken}` };
        const headers = { ...token, ...type };
        // The body of a GET is ignored.
        const alsoAllowed = method === 'GET' ? isServed : undefined;
        cases.push({ title: `${method}, ${title}`, message: { method, target, headers, body }, alsoAllowed });
      }
    }
    await server.standsAll(t, cases);
    t.false('polluted' in {});
  });
}
