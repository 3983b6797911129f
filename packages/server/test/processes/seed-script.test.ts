import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Runs prisma/seed.ts as `npx prisma db seed` does. */
const runScript = (databaseUrl: string, ...words: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, SEED_DEMO: 'true' };
    execFile('node', ['--import', 'tsx', 'prisma/seed.ts', ...words], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });

test('the script exits with 2 if something would change, and with 0 if not', async (t) => {
  const { url, pool } = await openTestDatabase(t);
  const first = await runScript(url, '--rehearse');
  t.is(first.code, 2, first.output);
  t.regex(first.output, /^\+ client demo-web$/mu);
  t.is((await pool.query('SELECT FROM identity.clients')).rowCount, 0);
  t.is((await runScript(url)).code, 0);
  const second = await runScript(url, '--rehearse');
  t.is(second.code, 0, second.output);
  t.regex(second.output, /^= \d+ unchanged$/mu);
});
