import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import { sendEventStream } from '../../src/api/event-stream.js';
import {
  type Connection,
  createRouter,
  errorBoundary,
  eventStreamRoute,
  type Logger,
  silentLogger,
  tokenOptional,
  unauthorized,
} from '../../src/index.js';
import { send, serveApp } from '../support/serve-app.js';

/** An endless stream of large pieces. `taken` counts how many were asked for. */
function endless() {
  const state = { taken: 0, ended: false };
  async function* pieces() {
    try {
      for (;;) {
        state.taken += 1;
        yield 'x'.repeat(1_000_000);
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, pieces };
}

const route = (handle: (connection: Connection) => AsyncIterable<string>) =>
  eventStreamRoute({
    path: '/stream',
    summary: 'A stream',
    scope: 'events:read',
    guard: tokenOptional,
    query: z.strictObject({ after: z.string().optional() }),
    item: z.object({}),
    handle: async ({ connection }) => handle(connection),
  });

function appOf(handle: (connection: Connection) => AsyncIterable<string>, logger: Logger = silentLogger) {
  const app = new Koa();
  app.on('error', () => {});
  app.use(errorBoundary(silentLogger));
  app.use(createRouter([route(handle)], () => Promise.reject(unauthorized()), logger));
  return serveApp(app);
}

test('a stream is sent with its headers, and ends with its pieces', async (t) => {
  const served = await appOf(async function* () {
    yield 'data: 1\n\n';
    yield 'data: 2\n\n';
  });
  t.teardown(served.stop);
  const response = await send(`${served.url}/stream`);
  t.deepEqual([response.status, response.text], [200, 'data: 1\n\ndata: 2\n\n']);
  t.is(response.headers['content-type'], 'text/event-stream; charset=utf-8');
  t.is(response.headers['cache-control'], 'no-store');
  t.is(response.headers['x-accel-buffering'], 'no');
  t.is((await send(`${served.url}/stream?other=1`)).status, 422);
  t.is((await send(`${served.url}/stream`, { method: 'POST' })).status, 405);
  const head = await send(`${served.url}/stream`, { method: 'HEAD' });
  t.deepEqual([head.status, head.headers['content-type']], [200, 'text/event-stream; charset=utf-8']);
});

test('a client that goes away ends the stream', async (t) => {
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const served = await appOf(async function* ({ signal }) {
    yield 'data: 1\n\n';
    await once(signal, 'abort');
    ended();
  });
  t.teardown(served.stop);
  const leaving = new AbortController();
  const response = await fetch(`${served.url}/stream`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await t.notThrowsAsync(end);
});

/** A logger that keeps what it gets. */
function keepLines() {
  const lines: { level: keyof Logger; fields: object; message: string }[] = [];
  const at = (level: keyof Logger) => (fields: object, message: string) => void lines.push({ level, fields, message });
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { lines, logger };
}

/** Makes requests until it is true: each gives the server time to notice. */
async function untilTrue(url: string, isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 1_000; tries += 1) await send(`${url}/other`);
}

test('that a client goes away is no warning, and logged without a stack', async (t) => {
  const { lines, logger } = keepLines();
  const served = await appOf(async function* ({ signal }) {
    yield 'data: 1\n\n';
    await once(signal, 'abort');
  }, logger);
  t.teardown(served.stop);
  const leaving = new AbortController();
  const response = await fetch(`${served.url}/stream`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await untilTrue(served.url, () => lines.length > 0);
  t.deepEqual(
    lines.map(({ level, message }) => [level, message]),
    [['debug', 'event stream closed by the client']],
  );
  t.deepEqual(Object.keys(lines[0]?.fields ?? {}).sort(), ['path', 'requestId']);
});

test('a stream that ends by itself is not logged', async (t) => {
  const { lines, logger } = keepLines();
  const served = await appOf(async function* () {
    yield 'data: 1\n\n';
  }, logger);
  t.teardown(served.stop);
  t.is((await send(`${served.url}/stream`)).text, 'data: 1\n\n');
  t.deepEqual(lines, []);
});

for (const failure of [new Error('a bug'), Object.assign(new Error('the database is away'), { code: 'ECONNRESET' })])
  test(`a stream that fails is a warning: ${failure.message}`, async (t) => {
    const { lines, logger } = keepLines();
    const served = await appOf(async function* () {
      yield 'data: 1\n\n';
      throw failure;
    }, logger);
    t.teardown(served.stop);
    await t.throwsAsync(send(`${served.url}/stream`));
    t.deepEqual(
      lines.map(({ level, message }) => [level, message]),
      [['warn', 'event stream failed']],
    );
    t.like(lines[0]?.fields, { err: failure });
  });

test('a client that does not read is cut off, and little is kept for it', async (t) => {
  const { state, pieces } = endless();
  const app = new Koa();
  app.on('error', () => {});
  app.use((ctx) => {
    if (ctx.path !== '/stream') return;
    ctx.status = 200;
    sendEventStream(ctx, pieces(), 200);
  });
  const served = await serveApp(app);
  t.teardown(served.stop);
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  while (!state.ended) await send(`${served.url}/other`);
  // The kernel takes some pieces, and then nobody asks for more.
  t.true(state.taken < 100);
});
