import test from 'ava';
import { standardErrorLogger } from '../../src/index.js';

test.serial('warnings and errors are one line of JSON each on standard error, and nothing else is written', (t) => {
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (text: string | Uint8Array) => {
    lines.push(String(text));
    return true;
  };
  try {
    standardErrorLogger.debug({}, 'a detail');
    standardErrorLogger.info({}, 'a request');
    standardErrorLogger.warn({ tries: 2 }, 'late');
    standardErrorLogger.error({ err: Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }) }, 'failed');
  } finally {
    process.stderr.write = write;
  }
  t.is(lines.length, 2);
  t.true(lines.every((line) => line.endsWith('\n')));
  const [warning, error] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  t.like(warning, { level: 'warn', msg: 'late', tries: 2 });
  t.like(error, { level: 'error', msg: 'failed', err: { message: 'no connection', code: 'ECONNREFUSED' } });
});
