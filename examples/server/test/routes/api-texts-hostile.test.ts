import { send } from '@org/identity-testing/send';
import test from 'ava';
import { hostileTexts, slowness } from '../support/hostile-texts.js';
import { machineToken } from '../support/licensing-api.js';
import { addSuperAdmin, platformMachine } from '../support/platform-api.js';
import { freshTenant, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { type TextField, textFields } from '../support/text-fields.js';

let server: TestServer;
let port: number;
let tenantId: string;
/** The callers of the routes: some are for users, some for machines. */
let tokens: (string | undefined)[];
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  port = Number(new URL(server.issuer).port);
  const { id, slug, owner } = await freshTenant(server);
  tenantId = id;
  tokens = [
    await tokenOf(server.issuer, owner.email, slug),
    await platformMachine(server, ['platform:read', 'platform:write', 'events:read', 'events:write']),
    await machineToken(server, null),
    await machineToken(server, id),
    // For what no machine may do.
    (await addSuperAdmin(server)).token,
    undefined,
  ];
});
test.after.always(() => server?.stop());
// The tests run one after the other: each measures the thread of the server.

const unknownId = '01890000-0000-7000-8000-000000000000';
// Bodies may have 100 KB, and Node.js accepts 16 KB of headers.
const inBody = hostileTexts(90_000, (text) => JSON.stringify(text).slice(1, -1));
const inUrl = hostileTexts(12_000, encodeURIComponent);

function messageOf({ method, path, location, name, body }: TextField, text: string, token: string | undefined) {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, parameter: string) => {
    if (location === 'path' && parameter === name) return encodeURIComponent(text);
    return parameter === 'id' || parameter === 'tenantId' ? tenantId : unknownId;
  });
  const content = body(text);
  return {
    method,
    target: location === 'query' ? `${filled}?${name}=${encodeURIComponent(text)}` : filled,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  };
}

/** The token of a caller whom the route does not refuse: a refused caller's input is not read. */
async function callerOf(field: TextField): Promise<string | undefined> {
  for (const token of tokens) {
    const { status } = await send(port, messageOf(field, 'x', token));
    if (status !== 401 && status !== 403) return token;
  }
  throw new Error(`No caller may use ${field.method} ${field.path}.`);
}

test.serial('no text of 90 KB in a request of the API keeps the server busy for a quarter of a second', async (t) => {
  const slow: string[] = [];
  const wrong: string[] = [];
  const fields = textFields(server.identity.openApi).filter(({ path }) => path.startsWith('/api/'));
  t.true(fields.length > 150, `only ${fields.length} fields were found`);
  for (const field of fields) {
    const token = await callerOf(field);
    for (const { title, text } of field.location === 'body' ? inBody : inUrl) {
      const what = `${field.method} ${field.path} ${field.location} ${field.name}: ${title}`;
      let status = 0;
      const time = await slowness(async () => {
        ({ status } = await send(port, messageOf(field, text, token)));
      });
      if (time !== undefined) slow.push(`${what} took ${time} ms`);
      // 413 or 431 would say that the text was never looked at.
      if (status >= 500 || status === 0 || status === 413 || status === 431) wrong.push(`${what}: ${status}`);
    }
  }
  t.deepEqual(slow, []);
  t.deepEqual(wrong, []);
});

test.serial('a name of 90,000 letters is refused without a token, with one detail', async (t) => {
  const target = '/api/invitations/any/accept';
  const body = JSON.stringify({ password: 'correct horse battery', displayName: 'x'.repeat(90_000) });
  const response = await send(port, { method: 'POST', target, headers: { 'content-type': 'application/json' }, body });
  t.is(response.status, 422);
  t.like(JSON.parse(response.body), { error: 'VALIDATION_FAILED', details: [{ path: 'displayName' }] });
});

test.serial('neither a list of many bad texts nor bad texts below a long key make a long response', async (t) => {
  const [owner, , platform] = tokens;
  const many = Array.from({ length: 6000 }, () => '');
  const attacks = [
    { token: platform, method: 'POST', target: '/api/licensing/license-types', body: { features: many } },
    {
      token: owner,
      method: 'PATCH',
      target: '/api/users/me',
      body: { ['k'.repeat(40_000)]: many.map(() => '\u0000') },
    },
  ];
  for (const { token = '', method, target, body } of attacks) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    let response = { status: 0, body: '' };
    const time = await slowness(async () => {
      response = await send(port, { method, target, headers, body: JSON.stringify(body) });
    });
    t.is(time, undefined, target);
    t.is(response.status, 422);
    t.true(response.body.length < 100_000, `${target}: ${response.body.length} characters`);
    t.true((JSON.parse(response.body) as { details: unknown[] }).details.length > 0);
  }
});
