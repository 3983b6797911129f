import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/prepare/paths.mjs';

/** Starts one contender, of this or of another version; `ask` makes it do something and returns the result. */
export async function startContender(file, args, version = root) {
  const child = fork(join(version, `bench/contenders/${file}.mjs`), args, {
    execArgv: [
      '--expose-gc',
      ...(process.env.BENCH_PROFILE === file ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}`] : []),
    ],
    // oidc-provider prints notices for developers who set it up for the first time.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-4_000);
  });
  const open = new Map();
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = open.get(id) ?? {};
    open.delete(id);
    if (error) reject?.(new Error(`${file}: ${error}`));
    else resolve?.(result);
  });
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]);
  if (!first?.ready) throw new Error(`The contender "${file}" did not start:\n${errors}`);
  let last = 0;
  return {
    issuer: first.issuer,
    pid: child.pid,
    ask: (ask, input) =>
      new Promise((resolve, reject) => {
        last += 1;
        open.set(last, { resolve, reject });
        child.send({ id: last, ask, input }, (error) => error && reject(error));
      }),
    end: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
