import test from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import {
  type Authenticate,
  anyToken,
  createRouter,
  errorBoundary,
  type Logger,
  type Principal,
  route,
  silentLogger,
  unauthorized,
  userOnly,
} from '../../src/index.js';
import { type RawResponse, type Sent, type ServedApp, send, serveApp } from './serve-app.js';

const principals: Record<string, Principal> = {
  'Bearer person': {
    kind: 'user',
    origin: { kind: 'own' },
    userId: '019a0000-0000-7000-8000-000000000001',
    clientId: 'app',
    applicationId: null,
    scopes: [],
    firstParty: true,
    superAdmin: false,
    sessionUid: null,
    secondFactor: false,
    tenant: null,
  },
  'Bearer machine': { kind: 'machine', clientId: 'robot', applicationId: null, scopes: [], tenantId: null },
};

const authenticate: Authenticate = (authorization) => {
  const principal = principals[authorization ?? ''];
  return principal ? Promise.resolve(principal) : Promise.reject(unauthorized());
};

const Thing = z.object({ id: z.string(), name: z.string() });
const NewThing = z.strictObject({
  name: z.string().max(50),
  tags: z.array(z.string()).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});
const Note = z.object({ name: z.string(), settings: z.record(z.string(), z.unknown()) });

export const failures: Record<string, unknown> = {
  sql: new Error('SELECT password_hash FROM identity.users failed at /srv/app/secret.ts'),
  text: 'a thrown text',
  nothing: undefined,
};

const routes = [
  route({
    method: 'get',
    path: '/things/:id',
    summary: 'One thing',
    scope: 'account:read',
    guard: anyToken,
    params: z.object({ id: z.string() }),
    query: z.strictObject({ view: z.string().optional(), page: z.coerce.number().int().min(1).optional() }),
    reply: Thing,
    handle: ({ params, query }) =>
      Promise.resolve({ id: params.id, name: query.view ?? 'whole', passwordHash: 'never to be seen' }),
  }),
  route({
    method: 'post',
    path: '/things',
    summary: 'Make a thing',
    scope: 'account:read',
    guard: anyToken,
    body: NewThing,
    reply: Thing,
    status: 201,
    handle: ({ body }) => Promise.resolve({ id: '1', name: body.name }),
  }),
  route({
    method: 'delete',
    path: '/things/:id',
    summary: 'Delete a thing',
    scope: 'account:write',
    guard: userOnly,
    params: z.object({ id: z.string() }),
    reply: z.object({ success: z.boolean() }),
    handle: () => Promise.resolve({ success: true }),
  }),
  route({
    method: 'post',
    path: '/notes',
    summary: 'A note that holds any JSON',
    scope: 'account:read',
    guard: anyToken,
    body: z.strictObject({ name: z.string(), settings: z.record(z.string(), z.unknown()) }),
    reply: Note,
    handle: ({ body }) => Promise.resolve(body),
  }),
  route({
    method: 'post',
    path: '/failures/:kind',
    summary: 'Fails',
    scope: 'account:read',
    guard: anyToken,
    params: z.object({ kind: z.string() }),
    reply: Thing,
    handle: ({ params }) => Promise.reject(failures[params.kind]),
  }),
  route({
    method: 'get',
    path: '/wrong-reply',
    summary: 'Answers what it has not declared',
    scope: 'account:read',
    guard: anyToken,
    reply: z.object({ count: z.number() }),
    handle: () => Promise.resolve({ count: Number.NaN }),
  }),
];

interface TestApp extends ServedApp {
  /** What was logged as an error. */
  logged: { fields: Record<string, unknown>; message: string }[];
  /** The statuses of finished requests, including those whose client has disconnected. */
  finished: number[];
  app: Koa;
}

export async function startApp(): Promise<TestApp> {
  const logged: TestApp['logged'] = [];
  const finished: number[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (fields, message) => logged.push({ fields: { ...fields }, message }),
  };
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    await next();
    finished.push(ctx.status);
    app.emit('finished');
  });
  app.use(errorBoundary(logger));
  app.use(createRouter(routes, authenticate));
  app.use((ctx) => {
    if (ctx.path === '/host') ctx.body = 'of the host';
  });
  return { ...(await serveApp(app)), app, logged, finished };
}

/** The server of the test file that imports this: started before its tests, stopped after them. */
let server: TestApp;
test.before(async () => {
  server = await startApp();
});
test.after.always(() => server?.stop());

export const asUser = { authorization: 'Bearer person' };
export const json = { ...asUser, 'content-type': 'application/json' };

/** Sends a request to the app. */
export function call(path: string, sent: Sent = {}): Promise<RawResponse> {
  return send(`${server.url}${path}`, { ...sent, headers: { ...asUser, ...sent.headers } });
}

/** Sends a body to the app. */
export function post(
  body: NonNullable<Sent['body']>,
  headers: Sent['headers'] = {},
  path = '/things',
): Promise<RawResponse> {
  return send(`${server.url}${path}`, { method: 'POST', body, headers: { ...json, ...headers } });
}
