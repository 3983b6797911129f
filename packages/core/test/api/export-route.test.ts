import test from 'ava';
import '../support/declared.js';
import Koa from 'koa';
import { z } from 'zod';
import {
  createRouter,
  ExportFormat,
  errorBoundary,
  exportRoute,
  IdentityError,
  route,
  silentLogger,
  tokenOptional,
} from '../../src/index.js';
import { type ServedApp, send, serveApp } from '../support/serve-app.js';

let app: ServedApp;
let pagesRead = 0;
test.before(async () => {
  const exported = exportRoute({
    path: '/exports/:name',
    summary: 'An export',
    scope: 'account:read',
    guard: tokenOptional,
    fileName: 'things',
    params: z.object({ name: z.string() }),
    query: z.strictObject({ format: ExportFormat }),
    item: z.object({ id: z.number(), name: z.string().nullable() }),
    handle: async ({ params: { name } }) => {
      if (name === 'refused') throw new IdentityError('NOT_FOUND', 'No.');
      return (async function* () {
        if (name === 'fails') throw new Error('no database');
        if (name === 'none') return;
        yield [{ id: 1, name: '=1+1', secret: 'never to be seen' }];
        pagesRead += 1;
        yield [{ id: 2, name: null }];
        if (name === 'failsLater') throw new Error('the database went away');
      })();
    },
  });
  const declared = route({
    method: 'post',
    path: '/missing',
    summary: 'Fails',
    scope: 'account:write',
    guard: tokenOptional,
    errors: ['LICENSE_NOT_FOUND', 'SLUG_TAKEN'],
    errorStatuses: { LICENSE_NOT_FOUND: 400 },
    query: z.strictObject({ code: z.enum(['LICENSE_NOT_FOUND', 'SLUG_TAKEN']) }),
    reply: z.object({}),
    handle: async ({ query }) => {
      const details = [{ path: 'a', message: 'b' }];
      throw new IdentityError(query.code, 'A sentence.', { details, headers: { 'X-Fact': 'kept' } });
    },
  });
  const koa = new Koa();
  koa.on('error', () => {});
  koa.use(errorBoundary(silentLogger));
  koa.use(createRouter([exported, declared], () => Promise.reject(new Error('nobody'))));
  app = await serveApp(koa);
});
test.after.always(() => app?.stop());

test('an export is CSV unless the caller wants NDJSON, and has only declared fields', async (t) => {
  const csv = await fetch(`${app.url}/exports/some`);
  t.is(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(csv.headers.get('content-disposition'), 'attachment; filename="things.csv"');
  t.is(await csv.text(), `id,name\r\n1,"'=1+1"\r\n2,\r\n`);
  const ndjson = await fetch(`${app.url}/exports/some?format=ndjson`);
  t.is(ndjson.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  t.is(await ndjson.text(), '{"id":1,"name":"=1+1"}\n{"id":2,"name":null}\n');
  t.true(pagesRead >= 2);
});

test('an export without entries is a header, or empty', async (t) => {
  t.is(await (await fetch(`${app.url}/exports/none`)).text(), 'id,name\r\n');
  t.is(await (await fetch(`${app.url}/exports/none?format=ndjson`)).text(), '');
});

test('an export that fails at once is answered as an error, one that fails later does not look complete', async (t) => {
  for (const format of ['csv', 'ndjson']) {
    t.is((await send(`${app.url}/exports/refused?format=${format}`)).json['error'], 'NOT_FOUND');
    t.is((await send(`${app.url}/exports/fails?format=${format}`)).json['error'], 'INTERNAL_ERROR');
    await t.throwsAsync(async () => (await fetch(`${app.url}/exports/failsLater?format=${format}`)).text());
  }
  t.is((await send(`${app.url}/exports/some?format=xlsx`)).status, 422);
});

test('a route can declare another status for one of its errors, and everything else stays', async (t) => {
  const missing = await send(`${app.url}/missing?code=LICENSE_NOT_FOUND`, { method: 'POST' });
  t.is(missing.status, 400);
  t.like(missing.json, { error: 'LICENSE_NOT_FOUND', message: 'A sentence.', details: [{ path: 'a', message: 'b' }] });
  t.is(missing.headers['x-fact'], 'kept');
  t.is((await send(`${app.url}/missing?code=SLUG_TAKEN`, { method: 'POST' })).status, 409);
});
