import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

const maxStartMilliseconds = 120_000;
const maxStopMilliseconds = 30_000;

/** Starts an installed host. `ready` resolves when it serves requests, and rejects if it does not start. */
export function startHost({ folder, pluginVersion }, { port, env, onProblem }) {
  const child = spawn(process.execPath, ['host.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      ...(pluginVersion && { PLUGIN_VERSION: String(pluginVersion) }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = readErrors(child.stderr, onProblem);
  const exited = once(child, 'exit');
  let stopping = false;
  void exited.then(([code, signal]) => stopping || onProblem(`ended by itself with ${code ?? signal}`));
  const stop = async () => {
    stopping = true;
    child.kill('SIGTERM');
    const limit = new AbortController();
    const late = setTimeout(maxStopMilliseconds, 'late', { signal: limit.signal }).catch(() => undefined);
    if ((await Promise.race([exited, late])) === 'late') {
      child.kill('SIGKILL');
      throw new Error(`A process did not stop within ${maxStopMilliseconds / 1_000} seconds.`);
    }
    limit.abort();
    if (child.exitCode !== 0) throw new Error(`A process stopped with ${child.exitCode ?? child.signalCode}.`);
  };
  const kill = () => {
    stopping = true;
    child.kill('SIGKILL');
  };
  const untilReady = async () => {
    const deadline = Date.now() + maxStartMilliseconds;
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The host did not start:\n${errors.text()}`);
      if (Date.now() > deadline) {
        throw new Error(`The host was not ready within ${maxStartMilliseconds / 1_000} seconds:\n${errors.text()}`);
      }
      await setTimeout(50);
    }
  };
  return { ready: untilReady(), stop, kill };
}

function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Keeps the end of what a host printed, and reports what it logged as an error. */
function readErrors(stream, onProblem) {
  let kept = '';
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    kept = `${kept}${chunk}`.slice(-4_000);
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('{"level":"error"')) onProblem(line);
  });
  return { text: () => kept };
}
