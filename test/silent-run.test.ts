import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import test from 'ava';

interface Run extends EventEmitter {
  stdout: PassThrough;
  kill(signal: string): void;
}
interface Options {
  milliseconds: number;
  files: readonly string[];
  print(line: string): void;
}
const { watchForSilence } = (await import(
  new URL('../../scripts/test/watch-for-silence.mjs', import.meta.url).href
)) as { watchForSilence(run: Run, options: Options): { hasEnded(): boolean } };

/** Creates a fake AVA run that has only an output. */
function fakeRun(): Run {
  const run = Object.assign(new EventEmitter(), {
    stdout: new PassThrough(),
    kill: (signal: string) => void run.emit('close', null, signal),
  });
  return run;
}

const files = ['packages/core/dist/test/quick.test.js', 'packages/core/dist/test/hanging.test.js'];

test('a run that stays silent is ended, and the file that never began is named', async (t) => {
  const run = fakeRun();
  const printed: string[] = [];
  const silence = watchForSilence(run, { milliseconds: 50, files, print: (line) => printed.push(line) });
  run.stdout.write('  ✔ packages › core › dist › test › quick › it works\n');
  t.deepEqual(await once(run, 'close'), [null, 'SIGKILL']);
  t.true(silence.hasEnded());
  t.true(printed.some((line) => line.includes(String(files[1]))));
  t.false(printed.some((line) => line.includes(String(files[0]))));
});

test('a run that ends by itself is left alone', async (t) => {
  const run = fakeRun();
  const silence = watchForSilence(run, { milliseconds: 2 ** 30, files, print: () => t.fail() });
  run.emit('close', 0);
  t.false(silence.hasEnded());
});
