import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Done, errorStatuses, IdentityError, route, tokenOptional } from '@org/identity-core';
import { send } from '@org/identity-testing/send';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { z } from 'zod';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

const Visit = z.object({ name: z.string(), seen: z.int() });
/** A plugin of a host. */
const guestBook = {
  name: 'guest-book',
  setup: () => ({
    routes: [
      route({
        method: 'post',
        path: '/api/guests/:name/visits',
        summary: 'Note a visit',
        scope: 'account:write',
        guard: tokenOptional,
        params: z.object({ name: z.string() }),
        body: z.strictObject({ seen: z.int().min(1) }),
        reply: Visit,
        status: 201,
        handle: ({ params, body }) => Promise.resolve({ ...params, ...body }),
      }),
      route({
        method: 'delete',
        path: '/api/guests/:name/visits',
        summary: 'Forget the visits, with an error that it does not declare',
        scope: 'account:write',
        guard: tokenOptional,
        reply: Done,
        handle: () => Promise.reject(new IdentityError('LAST_OWNER', 'There has to be one.')),
      }),
    ],
  }),
};

let server: TestServer;
let silent: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), guestBook] });
  silent = await startTestServer({ apiDocs: false });
});
test.after.always(() => Promise.all([server?.stop(), silent?.stop()]));

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

function operations() {
  return Object.entries(server.identity.openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
}

test('the document is served as the server describes itself, and is sent once to who keeps it', async (t) => {
  const response = await fetch(`${server.issuer}/openapi.json`);
  t.is(response.status, 200);
  t.is(response.headers.get('content-type'), 'application/json; charset=utf-8');
  t.deepEqual(await response.json(), JSON.parse(JSON.stringify(server.identity.openApi)));
  const etag = response.headers.get('etag') ?? '';
  // `fetch` would request a fresh copy.
  const port = Number(new URL(server.issuer).port);
  const again = await send(port, { target: '/openapi.json', headers: { 'if-none-match': etag } });
  t.is(again.status, 304);
  t.is(again.body, '');
});

test('the document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.stringify(server.identity.openApi, null, 2));
  t.true(valid, JSON.stringify(errors));
  t.is(validator.version, '3.1');
});

test('every schema of the document is one by the rules of JSON Schema', (t) => {
  const ajv = new Ajv2020();
  const { components, paths } = server.identity.openApi;
  const responses = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => Object.values(operation.responses)),
  );
  const schemas = [
    ...Object.values(components.schemas),
    ...responses.flatMap(({ content }) => Object.values(content).map(({ schema }) => schema)),
  ];
  t.true(schemas.length > 100, `${schemas.length}`);
  for (const schema of schemas) t.true(ajv.validateSchema(schema), `${ajv.errorsText()} in ${JSON.stringify(schema)}`);
});

test('every operation has a name of its own, a summary, a description, a success and errors', (t) => {
  const ids = operations().map(({ operation }) => operation.operationId);
  t.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  for (const { name, operation } of operations()) {
    const statuses = Object.keys(operation.responses);
    t.regex(operation.operationId, /^[a-z][\dA-Za-z]+$/u, name);
    t.true(operation.summary.length > 5 && !operation.summary.endsWith('.'), name);
    t.true(operation.description.length > 10 && operation.description.endsWith('.'), name);
    t.is(statuses.filter((status) => status.startsWith('2')).length, 1, name);
    for (const status of ['400', '401', '500', '503']) t.true(statuses.includes(status), `${name} ${status}`);
  }
});

// A zod transformation without a declared result would be described as `{}`.
const withoutForm = /":\{(?:"description":"[^"]*")?\}[,}]/u;

function schemasIn(part: object): string {
  const withoutExamples = (key: string, value: unknown) => (key === 'example' ? undefined : value);
  // Any value on purpose: free data, and the body of whatever was rehearsed.
  return JSON.stringify(part, withoutExamples)
    .replaceAll('"additionalProperties":{}', '')
    .replaceAll('"body":{"description":"The reply of the request; secrets, tokens and JWTs are null."}', '');
}

test('every parameter of a path is described, and no field is left without a form', (t) => {
  for (const { name, path, operation } of operations()) {
    const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
    t.deepEqual(
      inPath.map((parameter) => `{${parameter.name}}`),
      path.match(/\{\w+\}/gu) ?? [],
      name,
    );
    // A 204 has no body.
    const { 204: empty, ...responses } = operation.responses;
    t.deepEqual(empty?.content ?? {}, {}, name);
    t.notRegex(schemasIn({ ...operation, responses }), withoutForm, name);
  }
  const { schemas } = server.identity.openApi.components;
  for (const [name, schema] of Object.entries(schemas)) t.notRegex(schemasIn(schema), withoutForm, name);
});

test('only what opens without a token says so', (t) => {
  const open = operations().filter(({ operation }) => operation.security.some((way) => !('accessToken' in way)));
  t.deepEqual(
    open.map(({ name }) => name),
    ['POST /api/invitations/{token}/accept', 'POST /api/guests/{name}/visits', 'DELETE /api/guests/{name}/visits'],
  );
});

test('the document and the table in docs/reference/http-api.md name the same endpoints', async (t) => {
  const page = await readFile(new URL('../../../../../docs/reference/http-api.md', import.meta.url), 'utf8');
  const written = [...page.matchAll(/^\| ([A-Z, …]+?) +\| `(\/api\/[^`]+)`/gmu)]
    .filter(([, , path = '']) => !path.startsWith('/api/oauth/'))
    .flatMap(([, methods = '', path = '']) =>
      methods.split(', ').map((method) => `${method} ${path.replace(/:(\w+)/gu, '{$1}')}`),
    );
  const described = operations().map(({ name }) => name);
  t.true(written.length > 20);
  t.deepEqual(
    written.filter((name) => !name.endsWith('…') && !described.includes(name)),
    [],
  );
  // Licensing has its own page: a row of the table stands for all paths with the same beginning.
  const pathOf = (name: string) => name.slice(name.indexOf('/'));
  const covers = (row: string, name: string) =>
    row.endsWith('…') ? pathOf(name).startsWith(pathOf(row).slice(0, -1)) : row === name;
  t.deepEqual(
    described.filter((name) => !name.includes('/api/guests/') && !written.some((row) => covers(row, name))),
    [],
  );
});

test("a host's own plugin is described like ours", async (t) => {
  const operation = server.identity.openApi.paths['/api/guests/{name}/visits']?.['post'];
  t.is(operation?.operationId, 'postGuestsByNameVisits');
  t.deepEqual(operation?.tags, ['guest-book']);
  t.deepEqual(Object.keys(operation?.responses ?? {}), ['201', '400', '401', '403', '413', '415', '422', '500', '503']);
  const response = await fetch(`${server.issuer}/api/guests/ann/visits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"seen":2}',
  });
  t.is(response.status, 201);
});

test('the contract finds a field, a status, a code and a method that are not described', (t) => {
  const problemOf = (method: string, path: string, status: number, body: unknown) =>
    server.contract.check({ method, path, status, body: JSON.stringify(body) });
  const error = { error: 'UNAUTHORIZED', message: 'No.', requestId: '1' };
  t.is(problemOf('GET', '/api/tenants', 200, { tenants: [] }), undefined);
  t.is(problemOf('GET', '/api/tenants', 401, error), undefined);
  t.is(problemOf('PUT', '/api/tenants', 405, error), undefined);
  t.is(problemOf('GET', '/elsewhere', 200, {}), undefined);
  t.regex(String(problemOf('GET', '/api/tenants', 200, { tenants: [], secret: 1 })), /additional properties.*secret/u);
  t.regex(String(problemOf('GET', '/api/tenants', 200, {})), /must have required property 'tenants'/u);
  t.regex(String(problemOf('GET', '/api/tenants', 410, error)), /the status is not described/u);
  t.regex(String(problemOf('GET', '/api/tenants', 401, { ...error, error: 'FORBIDDEN' })), /allowed values/u);
  t.regex(String(problemOf('GET', '/api/tenants', 401, { ...error, stack: 'x' })), /additional properties/u);
  t.regex(String(problemOf('PUT', '/api/tenants', 200, {})), /the method is not described/u);
});

test('an answer over HTTP that is not described is noticed, and would make the test server fail', async (t) => {
  t.is((await fetch(`${server.issuer}/api/guests/ann/visits`, { method: 'DELETE' })).status, 409);
  // Removes the expected problem, because `stop` would fail on it.
  t.regex(
    server.contract.problems.splice(0).join('\n'),
    /^DELETE .+ answered 409: the status is not described[^\n]+$/u,
  );
});

test('every endpoint and every error code is on the reference page, which needs nothing from elsewhere and runs one script of its own', async (t) => {
  const response = await fetch(`${server.issuer}/docs`);
  const html = await response.text();
  t.is(response.status, 200);
  const policy = String(response.headers.get('content-security-policy'));
  const styles = [...html.matchAll(/<style>([^<]+)<\/style>/gu)].map(([, text = '']) => `'sha256-${sha256(text)}'`);
  t.is(styles.length, 2);
  t.true(policy.startsWith(`default-src 'none'; style-src ${styles.join(' ')};`), policy);
  const [script = '', ...others] = [...html.matchAll(/<script>([^<]*)<\/script>/gu)].map(([, text = '']) => text);
  t.deepEqual(others, []);
  t.true(policy.endsWith(`; script-src 'sha256-${sha256(script)}'`), policy);
  t.notRegex(policy, /unsafe/u);
  for (const { path, operation } of operations()) {
    t.true(html.includes(`id="${operation.operationId}"`), operation.operationId);
    t.true(html.includes(`<code>${path}</code>`), path);
  }
  for (const code of Object.keys(errorStatuses())) t.true(html.includes(`<code>${code}</code>`), code);
  t.true(html.includes('href="/openapi.json"'));
  t.notRegex(html, /<script[^>]|style=|(?:src|href)="(?:https?:)?\/\//u);
});

test('whoever does not want the description served has it switched off', async (t) => {
  for (const path of ['/openapi.json', '/docs']) {
    const response = await fetch(silent.issuer + path);
    t.is(response.status, 404);
    t.is(((await response.json()) as { error: string }).error, 'NOT_FOUND');
  }
});

test('what is below the addresses of the description is left to the host', async (t) => {
  const response = await fetch(`${server.issuer}/docs/of-the-host`);
  t.is(response.status, 404);
  t.is((await fetch(`${server.issuer}/docs`, { method: 'POST' })).status, 404);
});
