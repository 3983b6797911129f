import {
  forbidden,
  IdentityError,
  type MachinePrincipal,
  machineOnly,
  type RouteGroup,
  route,
  text,
  unauthorized,
} from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { z } from 'zod';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

declare module '@org/identity-core' {
  interface EventTypes {
    'shelf.filled': true;
  }
  interface ErrorCodes {
    SHELF_FULL: 409;
  }
  interface ApiScopes {
    'shelf:write': true;
  }
}

const type = 'application/vnd.test+json';
const Item = z.strictObject({ name: text(20, { min: 1 }) });

/** A plugin that speaks another protocol: its own token, its own type of bodies, its own form of errors. */
function shelf(): IdentityPlugin {
  const machine = (scopes: string[]): MachinePrincipal => ({
    kind: 'machine',
    clientId: 'shelf-robot',
    applicationId: null,
    tenantId: null,
    scopes,
  });
  const callers = new Map([
    ['Shelf secret', machine(['shelf:write'])],
    ['Shelf weak', machine([])],
  ]);
  return {
    name: 'shelf',
    declares: {
      paths: ['/shelf/v1'],
      events: { 'shelf.filled': { en: 'Shelf filled' } },
      errors: { SHELF_FULL: 409 },
      scopes: { 'shelf:write': { machines: 'any' } },
    },
    setup({ db, events }) {
      const group: RouteGroup = {
        prefix: '/shelf/v1',
        bodyTypes: [type, 'application/json'],
        rehearsable: true,
        async authenticate({ headers }) {
          const caller = callers.get(headers.authorization ?? '');
          if (!caller) throw unauthorized('Send a shelf token.');
          return caller;
        },
        errorBody: (error, requestId) => ({ kind: 'shelf-error', reason: error.code, says: error.message, requestId }),
        routes: [
          route({
            method: 'post',
            path: '/shelf/v1/items',
            summary: 'Put something on the shelf',
            scope: 'shelf:write',
            guard: machineOnly,
            body: Item,
            reply: Item,
            status: 201,
            errors: ['SHELF_FULL'],
            async handle({ principal, body }) {
              if (body.name === 'elephant') throw new IdentityError('SHELF_FULL', 'It does not fit.');
              if (body.name === 'gold') throw forbidden();
              const actor = { kind: 'machine', id: principal.clientId } as const;
              await db.$transaction(async (tx) => {
                const event = { tenantId: null, actor, subjectId: null, data: { name: body.name } };
                await events.publish(tx, { type: 'shelf.filled', ...event });
              });
              return body;
            },
          }),
        ],
      };
      return { routeGroups: [group] };
    },
  };
}

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), shelf()] });
});
test.after.always(() => server?.stop());

interface Sent {
  path?: string;
  method?: string;
  token?: string | undefined;
  bodyType?: string;
  body?: string | undefined;
}

async function send(sent: Sent = {}) {
  const { path = '/shelf/v1/items', method = 'POST', token = 'Shelf secret', bodyType = type } = sent;
  const body = 'body' in sent ? sent.body : JSON.stringify({ name: 'book' });
  const response = await fetch(`${server.issuer}${path}`, {
    method,
    headers: { ...(token ? { authorization: token } : {}), ...(body ? { 'content-type': bodyType } : {}) },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, answer };
}

const filled = () => server.identity.db.event.count({ where: { type: 'shelf.filled' } });

test.serial('a group of routes has its own credentials and types of bodies', async (t) => {
  const before = await filled();
  for (const bodyType of [type, 'application/json', type]) {
    const made = await send({ bodyType });
    t.deepEqual([made.status, made.type], [201, type], bodyType);
    t.deepEqual(made.answer, { name: 'book' });
    t.is(made.headers.get('cache-control'), 'no-store');
    t.is(made.headers.get('x-content-type-options'), 'nosniff');
  }
  t.is(await filled(), before + 3);
});

const refusals: [string, Sent, number, string][] = [
  ['no token', { token: '' }, 401, 'UNAUTHORIZED'],
  ['a token of the server', { token: 'Bearer a.b.c' }, 401, 'UNAUTHORIZED'],
  ['a token without the scope', { token: 'Shelf weak' }, 403, 'FORBIDDEN'],
  ['an error of its own', { body: '{"name":"elephant"}' }, 409, 'SHELF_FULL'],
  ['another type of body', { bodyType: 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a body that is not JSON', { body: '{' }, 400, 'MALFORMED_REQUEST'],
  ['a body that is too large', { body: JSON.stringify({ name: 'x'.repeat(200_000) }) }, 413, 'PAYLOAD_TOO_LARGE'],
  ['a field that is not known', { body: '{"name":"book","x":1}' }, 422, 'VALIDATION_FAILED'],
  ['another method', { method: 'PUT' }, 405, 'METHOD_NOT_ALLOWED'],
  ['a path that does not exist', { path: '/shelf/v1/nothing' }, 404, 'NOT_FOUND'],
  ['the prefix alone', { path: '/shelf/v1' }, 404, 'NOT_FOUND'],
  ['a URL that is not valid', { path: '/shelf/v1/items?x=%ff' }, 400, 'MALFORMED_REQUEST'],
];
for (const [title, sent, status, code] of refusals) {
  test.serial(`every error below its prefix has the form of the group: ${title}`, async (t) => {
    const before = await filled();
    const refused = await send(sent);
    t.deepEqual([refused.status, refused.type], [status, type]);
    t.like(refused.answer, { kind: 'shelf-error', reason: code });
    t.is(typeof refused.answer['requestId'], 'string');
    t.is(refused.headers.get('x-content-type-options'), 'nosniff');
    t.is(await filled(), before);
  });
}

test.serial('its changes can be rehearsed, if it says so', async (t) => {
  const before = await filled();
  const { status, answer } = await send({ path: '/shelf/v1/items?rehearse=true' });
  t.is(status, 200);
  t.like(answer, { rehearsed: { status: 201, body: { name: 'book' } }, events: [{ type: 'shelf.filled' }] });
  t.is(await filled(), before);
});

test('the API description has its types of bodies, its scheme and its codes', (t) => {
  const { paths, components } = server.identity.openApi;
  const operation = paths['/shelf/v1/items']?.['post'];
  t.deepEqual(Object.keys(operation?.requestBody?.content ?? {}), [type, 'application/json']);
  t.deepEqual(Object.keys(operation?.responses['201']?.content ?? {}), [type]);
  t.deepEqual(operation?.security, [{ 'shelf-v1': [] }]);
  t.true('shelf-v1' in components.securitySchemes);
  t.regex(operation?.responses['409']?.description ?? '', /SHELF_FULL/u);
  t.true(JSON.stringify(components.schemas).includes('"SHELF_FULL"'));
});

test('what begins like the prefix and is none of it belongs to others', async (t) => {
  const response = await fetch(`${server.issuer}/shelf/v12`, { headers: { accept: 'application/json' } });
  t.is(((await response.json()) as { error: string }).error, 'NOT_FOUND');
});
