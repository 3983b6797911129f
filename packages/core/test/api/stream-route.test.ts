import test from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import { createRouter, errorBoundary, silentLogger, streamRoute, tokenOptional } from '../../src/index.js';
import { type ServedApp, send, serveApp } from '../support/serve-app.js';

let app: ServedApp;
const logged: string[] = [];
let ended = 0;
const failedLists = ['failsLater', 'wrongRow'];

type Row = { id: number; secret?: string };
const row = (id: number): Row => ({ id, secret: 'never to be seen' });
const lists: Record<string, () => AsyncGenerator<unknown[]>> = {
  async *none() {},
  async *empty() {
    yield [];
  },
  async *pages() {
    yield [row(1), row(2)];
    yield [];
    yield [row(3)];
  },
  async *failsAtOnce() {
    yield await Promise.reject(new Error('no database'));
  },
  async *failsLater() {
    yield [row(1)];
    throw new Error('the database went away');
  },
  async *wrongRow() {
    yield [row(1)];
    yield [{ id: 'one' }];
  },
  async *endless() {
    try {
      for (let id = 0; ; id += 1) yield Array.from({ length: 1_000 }, () => row(id));
    } finally {
      ended += 1;
    }
  },
};

test.before(async () => {
  const list = streamRoute({
    path: '/lists/:name',
    summary: 'A list',
    scope: 'account:read',
    guard: tokenOptional,
    params: z.object({ name: z.string() }),
    item: z.object({ id: z.number() }),
    // Some rows are wrong on purpose.
    handle: async ({ params }) => lists[params.name]?.() as AsyncGenerator<Row[]>,
  });
  const koa = new Koa();
  koa.on('error', () => {});
  koa.use(errorBoundary(silentLogger));
  const logger = {
    ...silentLogger,
    error: (_data: unknown, message?: string) => void logged.push(String(message)),
  };
  koa.use(createRouter([list], () => Promise.reject(new Error('nobody')), logger));
  app = await serveApp(koa);
});
test.after.always(() => app?.stop());

for (const [name, expected] of [
  ['none', []],
  ['empty', []],
  ['pages', [{ id: 1 }, { id: 2 }, { id: 3 }]],
] as const) {
  test(`a list of pages is one JSON array, without undeclared fields: ${name}`, async (t) => {
    const response = await send(`${app.url}/lists/${name}`);
    t.is(response.status, 200);
    t.is(response.headers['content-type'], 'application/json; charset=utf-8');
    t.deepEqual(response.json as unknown, expected);
  });
}

test('a list that fails before its first page is answered as an error', async (t) => {
  const response = await send(`${app.url}/lists/failsAtOnce`);
  t.deepEqual([response.status, response.json['error']], [500, 'INTERNAL_ERROR']);
});

for (const name of failedLists) {
  test.serial(`a list that fails in the middle does not look complete, and is logged: ${name}`, async (t) => {
    await t.throwsAsync(send(`${app.url}/lists/${name}`), { message: /aborted|socket hang up|terminated/u });
    t.true(logged.includes('list stream failed'));
  });
}

test.serial('a client that goes away ends the reading, and is logged as no failure', async (t) => {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/lists/endless`, { signal: leaving.signal });
  await response.body?.getReader().read();
  t.is(ended, 0);
  leaving.abort();
  // Each request gives the server time to notice.
  for (let tries = 0; ended === 0 && tries < 1_000; tries += 1) await send(`${app.url}/lists/none`);
  t.is(ended, 1);
  t.is(logged.filter((message) => message === 'list stream failed').length, failedLists.length);
});
