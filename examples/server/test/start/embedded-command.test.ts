import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removePostgres } from '@org/identity-dev-postgres';
import test from 'ava';
import { builtMain, freePort, startProcess } from '../support/server-process.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Runs a command as a new user would at the root of the repository. */
function npx(variables: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...variables };
  return new Promise<{ code: number; printed: string; errors: string }>((resolve) => {
    execFile('npx', ['identity-server', ...words], { cwd: root, env }, (error, printed, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed, errors }),
    );
  });
}

test('while the example server runs, the command finds its embedded database and secret by itself', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'identity-embedded-'));
  const port = String(await freePort());
  const data = { DATA_DIR: directory };
  const server = await startProcess({ PORT: port, ...data }, builtMain);
  const file = join(directory, 'database-url');
  try {
    t.is((await stat(file)).mode & 0o777, 0o600, 'it holds a password');
    const listed = await npx(data, 'users', 'list', '--json');
    t.is(listed.code, 0, listed.errors);
    t.true(listed.printed.includes('owner@acme.test'));
    const rotated = await npx(data, 'keys', 'rotate', '--json');
    t.is(rotated.code, 0, rotated.errors);

    t.is(await server.end('SIGTERM'), 0);
    await t.throwsAsync(stat(file), { code: 'ENOENT' });
    const stopped = await npx(data, 'users', 'list');
    t.is(stopped.code, 1);
    t.regex(stopped.errors, /DATABASE_URL is missing: .*npm start/u);
  } finally {
    server.child.kill('SIGKILL');
    await removePostgres({ directory: join(directory, 'postgres') });
    await rm(directory, { recursive: true, force: true });
  }
});
