import { errorStatuses } from '@org/identity-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

interface Shown {
  id: string;
  method: string;
  path: string;
  hidden: boolean;
  request: string;
  response: string;
}

/** The endpoints on the page, without running its scripts. */
async function endpoints(query = ''): Promise<Shown[]> {
  const html = await (await fetch(`${server.issuer}/docs${query}`)).text();
  return html
    .split('<div ')
    .filter((part) => part.includes('data-kind="endpoint"'))
    .map((part) => {
      const [request = '', response = ''] = [...part.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gsu)].map(
        ([, text = '']) => decode(text),
      );
      return {
        id: /id="(\w+)"/u.exec(part)?.[1] ?? '',
        method: /<b class="method (\w+)">/u.exec(part)?.[1] ?? '',
        path: /<summary>.*?<code>(.*?)<\/code>/su.exec(part)?.[1] ?? '',
        hidden: part.startsWith('hidden'),
        request,
        response,
      };
    });
}

test('each endpoint has an example of a request and of a response, and both fit the schemas of the API', async (t) => {
  const ajv = new Ajv2020({ strict: false });
  // A CommonJS module: its default export is the module itself.
  addFormats.default(ajv);
  const { components } = server.identity.openApi;
  const withSchemas = (schema: object) => ({ ...schema, components });
  const shown = await endpoints();
  for (const [path, methods] of Object.entries(server.identity.openApi.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const found = shown.find(({ id }) => id === operation.operationId);
      const name = `${method} ${path}`;
      if (!found) {
        t.fail(name);
        continue;
      }
      const [status = ''] = Object.keys(operation.responses).filter((each) => Number(each) < 400);
      const schema = Object.values(operation.responses[status]?.content ?? {})[0]?.schema ?? {};
      const [, sentStatus, sentBody = ''] = /^HTTP (\d+)\n(.*)$/su.exec(found.response) ?? [];
      t.is(sentStatus, status, name);
      t.true(ajv.validate(withSchemas(schema), JSON.parse(sentBody)), `${name}: ${ajv.errorsText()} ${sentBody}`);

      const url = new URL(/^curl (?:-X [A-Z]+ )?'([^']+)'/u.exec(found.request)?.[1] ?? '');
      t.is(url.origin, server.issuer, name);
      t.is(found.request.includes(`-X ${method.toUpperCase()} `), method !== 'get', name);
      t.regex(url.pathname, new RegExp(`^${path.replace(/\{\w+\}/gu, '[^/{}]+')}$`, 'u'), name);
      for (const parameter of operation.parameters?.filter((each) => each.in === 'query') ?? []) {
        const value = url.searchParams.get(parameter.name);
        t.is(value !== null, parameter.required, `${name} ${parameter.name}`);
        if (value !== null) t.true(ajv.validate(withSchemas(parameter.schema), value), `${name} ${parameter.name}`);
      }
      const body = / -d '(.*)'$/su.exec(found.request)?.[1]?.replaceAll("'\\''", "'");
      t.is(body !== undefined, operation.requestBody !== undefined, name);
      if (operation.requestBody && body !== undefined) {
        const schema = withSchemas(operation.requestBody.content['application/json']?.schema ?? {});
        const fits = ajv.validate(schema, JSON.parse(body));
        t.true(fits, `${name}: ${ajv.errorsText()} ${body}`);
      }
    }
  }
});

test('the OAuth endpoints are there with examples, under the URLs of discovery', async (t) => {
  const discovery = (await (await fetch(`${server.issuer}/.well-known/openid-configuration`)).json()) as Record<
    string,
    unknown
  >;
  const shown = await endpoints();
  for (const name of [
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'revocation_endpoint',
    'introspection_endpoint',
    'end_session_endpoint',
    'jwks_uri',
  ]) {
    const found = shown.find(({ path }) => `${server.issuer}${path}` === discovery[name]);
    t.truthy(found?.request.startsWith(`curl '${String(discovery[name])}`), name);
    t.regex(found?.response ?? '', /^HTTP \d{3}/u, name);
  }
  t.truthy(shown.find(({ path }) => path === '/.well-known/openid-configuration'));
  // They are standards, not part of the document from which clients are generated.
  t.false(Object.keys(server.identity.openApi.paths).some((path) => path.startsWith('/api/oauth/')));
});

test('a search without a script hides what does not have all of its words', async (t) => {
  const all = await endpoints();
  t.true(all.length > 40);
  t.false(all.some(({ hidden }) => hidden));
  const left = async (search: string) =>
    (await endpoints(`?q=${encodeURIComponent(search)}`)).filter(({ hidden }) => !hidden).map(({ id }) => id);
  const invitations = await left('post  INVITATIONS');
  t.true(invitations.includes('postTenantsByIdInvitations'));
  t.true(invitations.length < 10);
  t.deepEqual(await left('introspect token'), ['oauthIntrospect']);
  t.true((await left('LAST_OWNER')).length > 0);
  t.deepEqual(await left('no-such-word'), []);
  t.is((await left(' ')).length, all.length);
});

test('what is searched for is text on the page, whatever it is', async (t) => {
  for (const query of [
    '?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '?q=%22%20autofocus%20onfocus%3D%22alert(1)',
    '?q=a&q=b',
    `?q=${'x'.repeat(5_000)}`,
    '?q=%5B(.*',
  ]) {
    const response = await fetch(`${server.issuer}/docs${query}`);
    t.is(response.status, 200, query);
    const html = await response.text();
    t.is(html.split('<script').length, 2, query);
    t.notRegex(html, /<[^>]* onfocus="/u, query);
    t.false(html.includes('x'.repeat(101)), query);
  }
  t.is((await fetch(`${server.issuer}/docs?q=%ff`)).status, 400);
});

test('the page and the document are compressed, also the result of a search', async (t) => {
  for (const path of ['/docs', '/docs?q=tenants', '/openapi.json']) {
    const response = await fetch(`${server.issuer}${path}`, { headers: { 'accept-encoding': 'br' } });
    t.is(response.headers.get('content-encoding'), 'br', path);
    t.is(response.headers.get('vary'), 'Accept-Encoding', path);
    t.true(Number(response.headers.get('content-length')) < 40_000, path);
    t.true((await response.text()).length > 80_000, path);
  }
  // The ETag is the same for every encoding, because the document is the same.
  const etagOf = async (encoding: string) =>
    (await fetch(`${server.issuer}/openapi.json`, { headers: { 'accept-encoding': encoding } })).headers.get('etag');
  t.regex(String(await etagOf('br')), /^W\/"[\w-]+"$/u);
  t.is(await etagOf('br'), await etagOf('identity'));
});

function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('each method has a colour of its own that can be read in light and in dark', async (t) => {
  const html = await (await fetch(`${server.issuer}/docs`)).text();
  const cards = [...html.matchAll(/--card: ?(#[0-9a-f]{6})/gu)].map(([, colour = '']) => colour);
  t.is(cards.length, 2);
  const found = [...html.matchAll(/\.method\.(\w+) ?\{ ?color: ?(#[0-9a-f]{6});? ?\}/gu)];
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  t.deepEqual(
    found.map(([, method]) => method),
    [...methods, ...methods],
  );
  t.is(new Set(found.map(([, , colour]) => colour)).size, 10);
  for (const [index, [, method = '', colour = '']] of found.entries()) {
    t.true(contrast(colour, cards[index < methods.length ? 0 : 1] ?? '') >= 4.5, `${method} ${colour}`);
  }
});

test('every error code is found by a search', async (t) => {
  for (const code of Object.keys(errorStatuses()).slice(0, 3)) {
    const html = await (await fetch(`${server.issuer}/docs?q=${code}`)).text();
    t.regex(html, new RegExp(`<div data-kind="error"[^>]*><p class="code"><code>${code}</code>`, 'u'));
  }
});
