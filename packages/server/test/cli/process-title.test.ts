import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { processTitle } from '@org/identity-cli/line/process-title';
import test from 'ava';
import { program } from '../../src/cli/program.js';

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

for (const [title, option] of [
  ['after a space', (url: string) => ['--database-url', url]],
  ['after an equals sign', (url: string) => [`--database-url=${url}`]],
] as const) {
  test(`while a command runs, the list of processes does not show its database URL ${title}`, async (t) => {
    // It accepts the connection and never answers, so the command waits.
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const url = `postgresql://identity:a-password-nobody-may-see@127.0.0.1:${port}/identity`;
    const child = spawn(process.execPath, [main, 'clients', 'list', '--limit', '5', ...option(url)]);
    const ended = once(child, 'exit');
    await once(database, 'connection');
    const shown = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' });
    child.kill();
    await ended;
    database.close();
    t.notRegex(shown, /a-password-nobody-may-see|127\.0\.0\.1/u);
    t.regex(shown, /^identity-server clients list --limit 5 --database-url/u);
  });
}

test('no command takes a secret as an option, besides a database URL, which is hidden', async (t) => {
  const taken = new Set<string>();
  for (const { load } of Object.values(program.commands)) {
    for (const [name, { type }] of Object.entries((await load()).options)) if (type === 'string') taken.add(name);
  }
  t.deepEqual(
    [...taken].filter((name) => /password|secret|token|smtp|database/u.test(name)),
    ['database-url'],
  );
  t.is(processTitle(['users', 'list', '--limit', '5']), undefined);
});
