import { type Message, send, sendBytes, statusOf } from '@org/identity-testing/send';
import test from 'ava';
import { AttackedServer, accept, type Case, faultsOf, form, isCutOff, isServed } from '../support/attacked-server.js';
import { deep, toBase64url } from '../support/bad-input.js';
import { endpoints } from '../support/endpoints.js';

let server: AttackedServer;
test.before(async () => {
  server = await AttackedServer.start();
});
test.after.always(() => server?.test.stop());
// The tests run one after the other, so that an error in the log belongs to the input that caused it.

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
        alsoAllowed: isCutOff,
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
        const response = await send(server.port, { target: String(target), headers: { authorization } });
        t.is(response.status, 401, kind);
        t.is(response.headers['www-authenticate'], 'Bearer', kind);
        const { error, message, requestId } = JSON.parse(response.body) as Record<string, unknown>;
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

/** The methods of each path; HEAD works wherever GET does. */
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
      alsoAllowed: isServed,
    }));
    const tooLong = { target: `${path}/${'a'.repeat(20_000)}` };
    await server.standsAll(t, [...cases, { title: '20 KB', message: tooLong, alsoAllowed: isCutOff }]);
  });

  test.serial(`${path} stands raw bytes in its address`, async (t) => {
    for (const bytes of [[0xff, 0xfe], [0x00], [0x7f], [0xed, 0xa0, 0x80], [0x20, 0x41], [0x0d, 0x41]]) {
      const head = Buffer.concat([
        Buffer.from(`GET ${path}?state=`),
        Buffer.from(bytes),
        Buffer.from(` HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`),
      ]);
      const response = await sendBytes(server.port, head);
      const status = statusOf(response);
      t.true(status < 500, `${bytes}: ${response.slice(0, 100)}`);
      t.deepEqual(faultsOf({ status, headers: {}, body: response }), []);
    }
    await server.stillServes(t);
  });
}

test.serial(
  'the JSON endpoints answer 405 with Allow and the common error body to a method they do not have',
  async (t) => {
    for (const target of ['/api/users/me', '/api/tenants', '/api/tenants/x']) {
      for (const method of ['PUT', 'OPTIONS', 'TRACE']) {
        const response = await send(server.port, { method, target });
        t.is(response.status, 405, `${method} ${target}`);
        t.regex(String(response.headers.allow), /GET/u);
        t.is((JSON.parse(response.body) as Record<string, unknown>)['error'], 'METHOD_NOT_ALLOWED');
      }
    }
  },
);

test.serial('an address of ours that nothing is at is a 404 with the common error body', async (t) => {
  for (const target of ['/api/tenants/x/y/z', '/api/users/me/nothing', '/nothing']) {
    const response = await send(server.port, { target, headers: { authorization: `Bearer ${server.accessToken}` } });
    t.is(response.status, 404, target);
    t.regex(String(response.headers['content-type']), /^application\/json/u, target);
    t.is((JSON.parse(response.body) as Record<string, unknown>)['error'], 'NOT_FOUND', target);
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
  const responses = new Set<string>();
  for (const id of ids) {
    const response = await send(server.port, {
      target: `/api/tenants/${id}`,
      headers: { authorization: `Bearer ${server.accessToken}` },
    });
    const { requestId: _id, ...body } = JSON.parse(response.body) as Record<string, unknown>;
    responses.add(`${response.status} ${JSON.stringify(body)}`);
  }
  t.deepEqual([...responses], ['404 {"error":"TENANT_NOT_FOUND","message":"There is no such tenant."}']);
});
