import { PassThrough } from 'node:stream';
import test from 'ava';
import { type LogStream, openLog } from '../../src/open-log.js';

async function logged(terminal: boolean, write: (log: Awaited<ReturnType<typeof openLog>>) => void): Promise<string> {
  const stream: PassThrough & LogStream = Object.assign(new PassThrough(), { isTTY: terminal });
  const written = new Promise<string>((resolve) => stream.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  write(await openLog('info', stream));
  return written;
}

const request = { requestId: 'r-1', method: 'GET', route: '/api/tenants/:id', status: 404, milliseconds: 4 };

test('at a terminal a request is one readable line, and a failure names its request', async (t) => {
  const line = await logged(true, (log) => log.info({ ...request, error: 'TENANT_NOT_FOUND' }, 'request'));
  t.regex(line, /^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/tenants\/:id 404 TENANT_NOT_FOUND 4 ms\n$/u);
  const failure = await logged(true, (log) =>
    log.error({ err: new Error('boom'), requestId: 'r-1' }, 'request failed'),
  );
  t.regex(failure, /ERROR: request failed \(request r-1\)\n/u);
  t.regex(failure, /boom[\s\S]*at /u, 'with its stack');
});

test('what others have sent cannot steer the terminal', async (t) => {
  const hostile = '\u001b]0;title\u0007\u001b[2J\r\u009b31m\u202e\\u001b end';
  const line = await logged(true, (log) => log.warn({ err: new Error(hostile), provider: hostile }, hostile));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  t.notRegex(line, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/u);
  t.regex(line, /end/u);
});

test('where nobody reads along the log is JSON', async (t) => {
  const line = await logged(false, (log) => log.info(request, 'request'));
  t.like(JSON.parse(line) as object, { level: 30, msg: 'request', ...request });
});
