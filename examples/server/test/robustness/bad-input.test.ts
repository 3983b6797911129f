import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import {
  AttackedServer,
  accept,
  authorizePath,
  type Case,
  faultsOf,
  form,
  isCutOff,
  isRefusal,
  isServed,
  owner,
  web,
} from '../support/attacked-server.js';
import {
  encode,
  endpoints,
  formEndpoints,
  knowsParameters,
  namesOf,
  type Pair,
  replaceField,
} from '../support/endpoints.js';
import { type Answer, type Message, send, sendBytes, statusOf } from '../support/send.js';
import { callback } from '../support/sign-in.js';

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
  const inQuery = endpoint.place === 'query';

  test.serial(`${title} refuses U+0000, invalid UTF-8, bad encodings and a megabyte in every parameter`, async (t) => {
    const valid = await endpoint.valid(server);
    const cases: Case[] = [];
    for (const name of namesOf(endpoint, valid)) {
      for (const [kind, value] of inQuery ? badValues : [...badValues, ...rawBytes]) {
        const alsoRight = (answer: Answer) =>
          (endpoint.mayBeWrong?.includes(name) && endpoint.alsoRight?.(answer)) ||
          (inQuery && value.length > 10_000 && isCutOff(answer));
        cases.push({
          title: `${kind} in ${name}`,
          message: encode(endpoint, valid, replaceField(name, value)),
          alsoRight,
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
      // By turns in front of the right ones and behind them.
      const message = encode(endpoint, valid, (right) => (index % 2 ? [...pairs, ...right] : [...right, ...pairs]));
      const alsoRight = (answer: Answer) => isServed(answer) || (inQuery && isCutOff(answer));
      cases.push({ title: kind, message, alsoRight });
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
        const answer = await send(server.port, message);
        const { status, headers, body } = answer;
        const error = headers.location
          ? new URL(headers.location, server.test.issuer).searchParams.get('error')
          : /invalid_request|"MALFORMED_REQUEST"/u.exec(body)?.[0];
        const right = status === 400 ? error : isRefusal(answer) && error === 'invalid_request';
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

const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;
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
      // A form without fields is a form; the logout page needs none.
      const alsoRight =
        title.startsWith('POST /api/oauth/logout') && (body === '' || kind.startsWith('a form')) ? isServed : undefined;
      cases.push({
        title: kind,
        message: { method: 'POST', target, headers: { accept, ...headers, ...type }, body },
        alsoRight,
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
        // The library does not look at it.
        alsoRight: isServed,
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
      const answer = await sendBytes(server.port, bytes);
      const status = statusOf(answer);
      t.true(status === 0 || (status >= 400 && status < 500), answer.slice(0, 200));
      t.deepEqual(faultsOf({ status, headers: {}, body: answer }), []);
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
        // Without a token where a right one would delete what the other tests need.
        const token: Record<string, string> =
          method === 'DELETE' ? {} : { authorization: `Bearer ${server.accessToken}` };
        const headers = { ...token, ...type };
        // A GET has no body that anybody would read.
        const alsoRight = method === 'GET' ? isServed : undefined;
        cases.push({ title: `${method}, ${title}`, message: { method, target, headers, body }, alsoRight });
      }
    }
    await server.standsAll(t, cases);
    t.false('polluted' in {});
  });
}

const long = 'a'.repeat(64 * 1024);
const authorizations: [title: string, value: string][] = [
  ['empty', ''],
  ['a blank', ' '],
  ['Bearer without a token', 'Bearer'],
  ['Bearer with a blank', 'Bearer '],
  ['Bearer twice', 'Bearer a.b.c Bearer a.b.c'],
  ['two tokens', 'Bearer a.b.c, Bearer d.e.f'],
  ['Basic without anything', 'Basic'],
  ['Basic with a blank', 'Basic '],
  ['Basic that is no base64', 'Basic !!!'],
  ['Basic without a colon', `Basic ${Buffer.from('demo-web').toString('base64')}`],
  ['Basic with nothing but a colon', `Basic ${Buffer.from(':').toString('base64')}`],
  ['Basic with U+0000', `Basic ${Buffer.from('demo-web\0:x\0').toString('base64')}`],
  ['Basic with U+0000, encoded', `Basic ${Buffer.from('demo%00web:x%00').toString('base64')}`],
  ['Basic that is no UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
  ['Basic with bad percent-encoding', `Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
  ['Basic of an unknown client', `Basic ${Buffer.from('nobody:nothing').toString('base64')}`],
  ['Basic of __proto__', `Basic ${Buffer.from('__proto__:constructor').toString('base64')}`],
  ['Bearer that is no JWT', 'Bearer abc'],
  ['Bearer with empty parts', 'Bearer ..'],
  ['Bearer a.b.c', 'Bearer a.b.c'],
  ['Bearer whose header is null', `Bearer ${['null', '{}', ''].map(toBase64url).join('.')}`],
  ['Bearer whose header is a list', `Bearer ${['[]', '[]', 'x'].map(toBase64url).join('.')}`],
  ['Bearer with alg none', `Bearer ${['{"alg":"none","typ":"at+jwt"}', '{"sub":"x"}', ''].map(toBase64url).join('.')}`],
  [
    'Bearer with a kid of __proto__',
    `Bearer ${['{"alg":"RS256","kid":"__proto__"}', '{}', 'x'].map(toBase64url).join('.')}`,
  ],
  [
    'Bearer with a kid that is no text',
    `Bearer ${['{"alg":"RS256","kid":{"a":1}}', '{}', 'x'].map(toBase64url).join('.')}`,
  ],
  ['Bearer with a deeply nested header', `Bearer ${toBase64url(deep('[', ']').slice(0, 6000))}.e30.x`],
  ['another scheme', 'Negotiate abc'],
  ['DPoP', 'DPoP a.b.c'],
  ['a tab', 'Bearer\ta.b.c'],
  ['high bytes', 'Bearer \u00ff\u00fe'],
];
function toBase64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const guarded: [title: string, message: Message][] = [
  [
    'POST /api/oauth/token',
    { method: 'POST', target: '/api/oauth/token', headers: form, body: 'grant_type=client_credentials' },
  ],
  ['POST /api/oauth/introspect', { method: 'POST', target: '/api/oauth/introspect', headers: form, body: 'token=x' }],
  ['POST /api/oauth/revoke', { method: 'POST', target: '/api/oauth/revoke', headers: form, body: 'token=x' }],
  ['GET /api/oauth/userinfo', { target: '/api/oauth/userinfo' }],
  ['POST /api/oauth/userinfo', { method: 'POST', target: '/api/oauth/userinfo' }],
  ['GET /api/users/me', { target: '/api/users/me' }],
  ['GET /api/tenants', { target: '/api/tenants' }],
  ['GET /api/tenants/:id', { target: '/api/tenants/019a0000-0000-7000-8000-0000000000c1' }],
];
for (const [title, message] of guarded) {
  test.serial(`${title} refuses every malformed Authorization`, async (t) => {
    const cases = authorizations.map(([kind, authorization]) => ({
      title: kind,
      message: { ...message, headers: { ...message.headers, authorization } },
    }));
    await server.standsAll(t, [
      ...cases,
      {
        title: '64 KB',
        message: { ...message, headers: { ...message.headers, authorization: `Bearer ${long}` } },
        alsoRight: isCutOff,
      },
    ]);
  });
}

for (const title of ['GET /api/users/me', 'GET /api/tenants', 'GET /api/tenants/:id']) {
  test.serial(
    `${title} answers 401 with a challenge and the common error body to a malformed Authorization`,
    async (t) => {
      const { target } = (await endpoints[title]?.valid(server)) ?? {};
      for (const [kind, authorization] of authorizations) {
        const answer = await send(server.port, { target: String(target), headers: { authorization } });
        t.is(answer.status, 401, kind);
        t.is(answer.headers['www-authenticate'], 'Bearer', kind);
        const { error, message, requestId } = JSON.parse(answer.body) as Record<string, unknown>;
        t.is(error, 'UNAUTHORIZED', kind);
        t.is(typeof message, 'string', kind);
        t.is(typeof requestId, 'string', kind);
      }
    },
  );
}

test.serial('a token in the address and in the header at once, or in the address alone, is refused', async (t) => {
  const authorization = `Bearer ${server.accessToken}`;
  const cases: Case[] = [
    {
      title: 'userinfo, twice',
      message: { target: `/api/oauth/userinfo?access_token=${server.accessToken}`, headers: { authorization } },
    },
    { title: 'userinfo, address', message: { target: `/api/oauth/userinfo?access_token=${server.accessToken}` } },
    { title: 'profile, address', message: { target: `/api/users/me?access_token=${server.accessToken}` } },
    {
      title: 'userinfo by POST, twice',
      message: {
        method: 'POST',
        target: '/api/oauth/userinfo',
        headers: { ...form, authorization },
        body: `access_token=${server.accessToken}`,
      },
    },
  ];
  await server.standsAll(t, cases);
});

/** What each path is there for; HEAD goes wherever GET does. */
const offered: Record<string, readonly string[]> = {
  '/oauth/authorize': ['GET', 'POST'],
  '/oauth/authorize/x': ['GET'],
  '/api/oauth/token': ['POST'],
  '/api/oauth/userinfo': ['GET', 'POST'],
  '/api/oauth/jwks': ['GET'],
  '/api/oauth/logout': ['GET', 'POST'],
  '/api/oauth/logout/confirm': ['POST'],
  '/api/oauth/logout/success': ['GET'],
  '/api/oauth/revoke': ['POST'],
  '/api/oauth/introspect': ['POST'],
  '/.well-known/openid-configuration': ['GET'],
  '/interaction/x': ['GET', 'POST'],
  '/interaction/x/abort': ['POST'],
  '/api/users/me': ['GET', 'PATCH', 'DELETE'],
  '/api/tenants': ['GET', 'POST'],
  '/api/tenants/x': ['GET', 'PATCH', 'DELETE'],
};
for (const [path, own] of Object.entries(offered)) {
  test.serial(`${path} refuses every method it is not there for`, async (t) => {
    const methods = ['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK'];
    const cases = methods
      .filter((method) => !own.includes(method))
      .flatMap((method) => [
        { title: method, message: { method, target: path, headers: { 'x-secret': 'echo-me' } } },
        { title: `${method} with a body`, message: { method, target: path, headers: form, body: 'echo-me=1' } },
      ]);
    await server.standsAll(t, cases);
    const trace = await send(server.port, { method: 'TRACE', target: path, headers: { 'x-secret': 'echo-me' } });
    t.false(trace.body.includes('echo-me'), 'TRACE echoes nothing');
  });

  test.serial(`${path} stands long, broken and strange addresses`, async (t) => {
    const strange = [
      `${path}/${'a'.repeat(8000)}`,
      `${path}/${'a/'.repeat(4000)}`,
      `${path}${'/..'.repeat(2000)}/etc/passwd`,
      `${path}/%00`,
      `${path}%00`,
      `${path}/%ff`,
      `${path}/%ed%a0%80`,
      `${path}/%`,
      `${path}/%zz`,
      `${path}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`,
      `${path}/..%5c..%5cetc`,
      `${path};a=b`,
      `${path}//`,
      `//${path}`,
      `${path}/__proto__`,
      `${path}/constructor`,
      `${path}?${'&'.repeat(5000)}`,
      `${path}?${'='.repeat(5000)}`,
      `${path}?%00`,
      `${path}?a=%00`,
      `${path}?%ff=%ff`,
      `${path}?a[b][c]=d&a[]=e`,
      `${path}#fragment`,
    ];
    const cases: Case[] = strange.map((target) => ({
      title: target.slice(0, 80),
      message: { target, headers: { accept } },
      alsoRight: isServed,
    }));
    const tooLong = { target: `${path}/${'a'.repeat(20_000)}` };
    await server.standsAll(t, [...cases, { title: '20 KB', message: tooLong, alsoRight: isCutOff }]);
  });

  test.serial(`${path} stands raw bytes in its address`, async (t) => {
    for (const bytes of [[0xff, 0xfe], [0x00], [0x7f], [0xed, 0xa0, 0x80], [0x20, 0x41], [0x0d, 0x41]]) {
      const head = Buffer.concat([
        Buffer.from(`GET ${path}?state=`),
        Buffer.from(bytes),
        Buffer.from(` HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`),
      ]);
      const answer = await sendBytes(server.port, head);
      const status = statusOf(answer);
      t.true(status < 500, `${bytes}: ${answer.slice(0, 100)}`);
      t.deepEqual(faultsOf({ status, headers: {}, body: answer }), []);
    }
    await server.stillServes(t);
  });
}

test.serial(
  'the JSON endpoints answer 405 with Allow and the common error body to a method they do not have',
  async (t) => {
    for (const target of ['/api/users/me', '/api/tenants', '/api/tenants/x']) {
      for (const method of ['PUT', 'OPTIONS', 'TRACE']) {
        const answer = await send(server.port, { method, target });
        t.is(answer.status, 405, `${method} ${target}`);
        t.regex(String(answer.headers.allow), /GET/u);
        t.is((JSON.parse(answer.body) as Record<string, unknown>)['error'], 'METHOD_NOT_ALLOWED');
      }
    }
  },
);

test.serial('an address of ours that nothing is at is a 404 with the common error body', async (t) => {
  for (const target of ['/api/tenants/x/y/z', '/api/users/me/nothing', '/nothing']) {
    const answer = await send(server.port, { target, headers: { authorization: `Bearer ${server.accessToken}` } });
    t.is(answer.status, 404, target);
    t.regex(String(answer.headers['content-type']), /^application\/json/u, target);
    t.is((JSON.parse(answer.body) as Record<string, unknown>)['error'], 'NOT_FOUND', target);
  }
});

test.serial('a tenant id that cannot exist gets the same 404 as one that does not', async (t) => {
  const ids = [
    'x',
    '%20',
    "'",
    "'%20OR%201=1",
    '00000000-0000-0000-0000-000000000000',
    '019a0000-0000-7000-8000-0000000000c9',
    '__proto__',
    'constructor',
    '{}',
    '%F0%9F%92%A5',
    '019A0000-0000-7000-8000-0000000000C9',
    'null',
    '0',
    '-1',
    '%25',
  ];
  const answers = new Set<string>();
  for (const id of ids) {
    const answer = await send(server.port, {
      target: `/api/tenants/${id}`,
      headers: { authorization: `Bearer ${server.accessToken}` },
    });
    const { requestId: _id, ...body } = JSON.parse(answer.body) as Record<string, unknown>;
    answers.add(`${answer.status} ${JSON.stringify(body)}`);
  }
  t.deepEqual([...answers], ['404 {"error":"TENANT_NOT_FOUND","message":"There is no such tenant."}']);
});

const wrongRequests: [name: string, values: readonly string[], error: string][] = [
  [
    'max_age',
    ['-1', 'NaN', 'Infinity', '-Infinity', '1.5', '9007199254740993', '1e400', 'x', '--1', '1,000'],
    'invalid_request',
  ],
  [
    'prompt',
    ['constructor', '__proto__', 'toString', 'none consent', 'LOGIN', 'create', 'login,consent'],
    'invalid_request',
  ],
  ['code_challenge_method', ['constructor', '__proto__', 's256', 'PLAIN', 'none'], 'invalid_request'],
  ['code_challenge', ['short', 'a'.repeat(129), 'ü'.repeat(43), `${'a'.repeat(42)}!`], 'invalid_request'],
  ['request', ['a.b.c', 'x'], 'request_not_supported'],
  ['request_uri', ['https://evil.example/', 'urn:x'], 'request_uri_not_supported'],
  ['registration', ['{}'], 'registration_not_supported'],
  ['tenant', ['__proto__', 'constructor', '%', 'acme.evil.example', "'", 'nobody', 'acme\u200b'], 'invalid_request'],
  ['id_token_hint', ['x', 'a.b.c', '..', ...forgedHints()], 'invalid_request'],
  ['scope', ['openid "', 'openid \\', 'openid ü', 'openid\topenid'], 'invalid_scope'],
];
for (const [name, values, error] of wrongRequests) {
  test.serial(`an authorization request with a wrong ${name} goes back with ${error}`, async (t) => {
    for (const value of values) {
      const { status, headers, body } = await server.newBrowser().request('GET', authorizePath({ [name]: value }));
      t.is(status, 303, `${value.slice(0, 60)}: ${body.slice(-200)}`);
      const url = new URL(String(headers.location), server.test.issuer);
      t.is(url.origin + url.pathname, callback, value.slice(0, 60));
      t.is(url.searchParams.get('error'), error, value.slice(0, 60));
      t.is(url.searchParams.get('state'), 'a-state');
    }
    t.deepEqual(server.record.errors.splice(0), []);
  });
}

for (const [name, values] of [
  ['response_type', ['token', 'id_token', 'code token', 'none', 'constructor', '__proto__', 'CODE', 'code code']],
  ['response_mode', ['constructor', '__proto__', 'toString', 'jwt', 'query.jwt', 'web_message', 'QUERY']],
  ['acr_values', ['constructor', 'x'.repeat(3000)]],
  ['ui_locales', ['constructor', '../../etc/passwd']],
  ['claims', ['{', 'null', '{"id_token":{"__proto__":null}}', deep('[', ']').slice(0, 6000)]],
  ['resource', ['https://evil.example/']],
  ['dpop_jkt', ['x']],
  ['authorization_details', ['[]', '[{"type":"__proto__"}]']],
  ['web_message_uri', ['javascript:alert(1)']],
  ['max_age', ['', ' ', '0', '0x10', '1e3', '00']],
  ['login_hint', ['x'.repeat(3000), '\u202e', 'a\nb']],
] as const) {
  test.serial(`an authorization request with an odd ${name} is refused or begun, never a failure`, async (t) => {
    const begun = ({ status, headers }: Answer) =>
      status === 303 && String(headers.location).startsWith('/interaction/');
    await server.standsAll(
      t,
      values.map((value) => ({
        title: value.slice(0, 60),
        message: { target: authorizePath({ [name]: value }), headers: { accept } },
        alsoRight: begun,
      })),
    );
  });
}

test.serial('a grant type that nobody knows is unsupported_grant_type', async (t) => {
  const fields = { ...web, code: 'x', redirect_uri: callback };
  for (const grantType of [
    'constructor',
    '__proto__',
    'toString',
    'password',
    'implicit',
    'AUTHORIZATION_CODE',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]) {
    const { status, body } = await server.newBrowser().request('POST', '/api/oauth/token', {
      fields: { ...fields, grant_type: grantType },
    });
    t.is(status, 400, grantType);
    t.is((JSON.parse(body) as Record<string, unknown>)['error'], 'unsupported_grant_type', grantType);
  }
});

/** ID tokens that somebody made up, with everything the library reads before it checks a signature. */
function forgedHints(): string[] {
  const header = '{"alg":"RS256","kid":"x"}';
  const payloads = [
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"aud":null}',
    '{"aud":1}',
    '{"aud":["demo-web"]}',
    '{"aud":{"a":1}}',
    '{"aud":"demo-web"}',
    '{"aud":"__proto__"}',
    '{"aud":"demo-web","sub":{"a":1}}',
    '{"aud":"a\\u0000b"}',
    '{"aud":"\\ud800"}',
    '{"aud":""}',
    '{"aud":true}',
  ];
  const headers = [
    'null',
    '[]',
    '{}',
    '{"alg":"none"}',
    '{"alg":"HS256"}',
    '{"alg":null}',
    '{"alg":"__proto__"}',
    '{"alg":"RS256","kid":1}',
  ];
  return [
    ...payloads.map((payload) => `${toBase64url(header)}.${toBase64url(payload)}.x`),
    ...headers.map((other) => `${toBase64url(other)}.${toBase64url('{"aud":"demo-web"}')}.x`),
  ];
}

for (const method of ['GET', 'POST'] as const) {
  test.serial(`logout by ${method} refuses every made-up ID token`, async (t) => {
    const cases = forgedHints().map((hint) => {
      const fields = `id_token_hint=${hint}&post_logout_redirect_uri=http://127.0.0.1:8765/logged-out`;
      const title = hint
        .split('.')
        .slice(0, 2)
        .map((part) => Buffer.from(part, 'base64url').toString())
        .join(' ');
      const message: Message =
        method === 'GET'
          ? { target: `/api/oauth/logout?${fields}`, headers: { accept } }
          : { method, target: '/api/oauth/logout', headers: { ...form, accept }, body: fields };
      // The POST itself only leads to the GET.
      const alsoRight = ({ status, headers }: Answer) =>
        method === 'POST' && status === 303 && String(headers.location).startsWith('/api/oauth/logout?');
      return { title, message, alsoRight };
    });
    await server.standsAll(t, cases);
  });
}

const cookieHeaders = [
  '=',
  ';;;',
  'identity-session',
  'identity-session=',
  'identity-session==;identity-session.sig==',
  '__proto__=x; constructor=y',
  'identity-session=%00; identity-session.sig=%00',
  'identity-interaction=%ff; identity-interaction.sig=%ff',
  'identity-session=\u00ff\u00fe',
  'identity-session="quoted; identity-session.sig="x',
  `identity-session=${'a'.repeat(8000)}`,
  `${'a=b; '.repeat(1500)}c=d`,
  'identity-resume=x; identity-resume.sig=x; identity-resume=y',
  '$Version=1; identity-session=x',
];
for (const path of [
  '/oauth/authorize',
  '/oauth/authorize/x',
  '/interaction/x',
  '/api/oauth/logout',
  '/api/oauth/logout/confirm',
]) {
  test.serial(`${path} stands cookies that are none`, async (t) => {
    const method = path.endsWith('confirm') ? 'POST' : 'GET';
    const target = path === '/oauth/authorize' ? authorizePath() : path;
    await server.standsAll(
      t,
      cookieHeaders.map((cookie) => ({
        title: cookie.slice(0, 60),
        message: { method, target, headers: { accept, cookie } },
        alsoRight: isServed,
      })),
    );
  });
}

test.serial('a scope named like a property of every object is neither shown nor remembered as allowed', async (t) => {
  const browser = server.newBrowser();
  const scope = 'openid constructor toString __proto__';
  const page = await browser.open(authorizePath({ client_id: 'demo-partner', scope }));
  const consent = await browser.submit(page, { ...owner, email: 'admin@acme.test' });
  t.is(consent.status, 200);
  t.is(consent.body.split('<li>').length - 1, 1, 'openid alone is shown');
  const end = await browser.submit(consent, {});
  t.truthy(end.url.searchParams.get('code'), end.url.href);
  const [row] = await server.test.identity.db.consent.findMany({ where: { clientId: 'demo-partner' } });
  t.deepEqual(row?.scopes, ['openid']);
});

test.serial('a request that breaks off prints nothing past the logger', async (t) => {
  const app = new Koa();
  app.silent = true;
  app.use(server.test.identity.middleware());
  const host = createServer(app.callback());
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const printed: unknown[] = [];
  const { error } = console;
  console.error = (...values: unknown[]) => printed.push(...values);
  try {
    for (const path of ['/api/oauth/token', '/api/oauth/logout', '/api/oauth/revoke', '/interaction/x']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
      await sendBytes(port, `${head}Content-Length: 100\r\n\r\na=b`);
      await sendBytes(port, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
      await send(port, { method: 'POST', target: path, headers: form, body: '%ff=%00&a&a' });
      await send(port, { target: '/.well-known/openid-configuration' });
    }
  } finally {
    console.error = error;
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  }
  t.deepEqual(
    printed.map((value) => String(value).trim().split('\n')[0]),
    [],
  );
});

test.serial('many bad requests at once leave the server as it was', async (t) => {
  const bad: Message[] = [
    { target: '/oauth/authorize?state=%00' },
    {
      method: 'POST',
      target: '/api/oauth/token',
      headers: form,
      body: 'grant_type=refresh_token&refresh_token=%00&client_id=demo-spa',
    },
    { target: '/api/users/me', headers: { authorization: 'Bearer a.b.c' } },
    { target: '/interaction/x' },
    { method: 'POST', target: '/api/oauth/logout', headers: form, body: '%ff' },
  ];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => send(server.port, bad[index % bad.length] ?? { target: '/' })),
  );
  t.deepEqual([...new Set(answers.map(isRefusal))], [true]);
  await server.stillServes(t);
  await server.stillSignsIn(t);
});
