import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { foreignExports } from '../support/exports-of-others.js';
import { foreignPassword } from '../support/foreign-hashes.js';
import { identityCommand } from '../support/identity-command.js';
import type { ReportLine } from '../support/import-tests.js';
import { signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let folder: string;
test.before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
});
test.after.always(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const storedHash = async (email: string) =>
  (await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } })).passwordHash;

interface Counts {
  created: number;
  unchanged: number;
  refused: number;
  notes?: string[];
}

// One after the other: only two imports run at once.
for (const system of Object.keys(foreignExports('x')))
  test.serial(`people of ${system} are imported by the command and sign in with their old passwords`, async (t) => {
    const domain = `${randomUUID()}.test`;
    const { text, options = [], withPassword, without, refused = [] } = foreignExports(domain)[system] ?? t.fail();
    const file = join(folder, `${domain}.export`);
    const report = join(folder, `${domain}.report`);
    await writeFile(file, text);
    const words = ['users', 'import', file, '--from', system, ...options];
    const counts = (to?: string) =>
      identityCommand<Counts>(server.databaseUrl, ...words, ...(to ? ['--report', to] : [])).catch(
        // The exit code is 2 if a line was refused.
        (error: { code: number; stdout: string }) => {
          t.is(error.code, 2);
          return JSON.parse(error.stdout.trim().split('\n').at(-1) ?? '') as Counts;
        },
      );
    const people = [...withPassword, ...without];
    t.like(await counts(report), { created: people.length, refused: refused.length });
    const told = (await readFile(report, 'utf8')).split('\n').filter(Boolean);
    const lines = told.map((line) => JSON.parse(line) as ReportLine);
    t.deepEqual(
      lines.filter(({ result }) => result === 'refused').map(({ line }) => line),
      [...refused],
    );
    t.notRegex(told.join('\n'), /\$2b|argon2|pbkdf2|scrypt/u);

    for (const email of withPassword) {
      t.false((await storedHash(email))?.startsWith('$argon2id$v=19$m=19456'), email);
      const { tokens } = await signIn(server.issuer, { email, password: foreignPassword });
      t.is(typeof tokens.access_token, 'string');
      t.true((await storedHash(email))?.startsWith('$argon2id$'), 'the hash is ours now');
    }
    for (const email of without) t.is(await storedHash(email), null);
    t.like(await counts(), { created: 0, changed: 0, unchanged: people.length, refused: refused.length });
  });

test.serial('what a format cannot carry is said, once', async (t) => {
  const file = join(folder, 'cognito.csv');
  await writeFile(
    file,
    foreignExports(`${randomUUID()}.test`)['cognito']?.text.split('\n').slice(0, 2).join('\n') ?? '',
  );
  const { notes = [] } = await identityCommand<Counts>(
    server.databaseUrl,
    'users',
    'import',
    file,
    '--from',
    'cognito',
  );
  t.is(notes.filter((note) => /password/iu.test(note)).length, 1);
  t.is(new Set(notes).size, notes.length);
});
