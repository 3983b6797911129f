import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { commandProcess } from '../support/run-command.js';

const warning = /oidc-provider WARNING: Unsupported runtime/gu;
const isSupported = Number(process.versions.node.split('.')[0]) >= 22;

test('the warning of oidc-provider about the runtime is printed once when a server starts, and only on Node.js 20', (t) => {
  const start = fileURLToPath(new URL('../support/quiet-start.js', import.meta.url));
  // Nothing listens on this port: the start fails after the warning.
  const { stderr } = spawnSync(process.execPath, [start, 'postgresql://nobody@127.0.0.1:1/none'], { encoding: 'utf8' });
  t.is(stderr.match(warning)?.length ?? 0, isSupported ? 0 : 1);
});

test('no command prints the warning of oidc-provider about the runtime', async (t) => {
  for (const line of ['--help', 'users list --database-url postgresql://nobody@127.0.0.1:1/none']) {
    const { printed, errors } = await commandProcess(line);
    t.notRegex(`${printed}${errors}`, warning, line);
  }
});
