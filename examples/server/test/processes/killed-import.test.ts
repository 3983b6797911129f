import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { bcryptHash, ended, newEmail, reportOf } from '../support/import-tests.js';
import { licensedTenant } from '../support/licensing-api.js';
import { platformMachine } from '../support/platform-api.js';
import { startTestServer, testSecret } from '../support/test-server.js';

const program = fileURLToPath(new URL('../../../../../packages/server/dist/src/cli/main.js', import.meta.url));
const count = 2_000;

test('after kill -9 another process goes on: nobody is imported twice, and no line is lost', async (t) => {
  const server = await startTestServer();
  t.teardown(() => server.stop());
  const { db } = server.identity;
  const tenant = await licensedTenant(server, count);
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const emails = Array.from({ length: count }, newEmail);
  const people = emails.map((email, index) => ({
    email,
    password: { algorithm: 'bcrypt', hash: bcryptHash },
    // Some lines have a transaction of their own.
    ...(index % 50 === 0 ? { disabled: true } : {}),
    memberships: [{ tenant: tenant.slug, licenses: [{ application: 'CRM', licenseType: 'pro' }] }],
  }));
  const file = join(folder, 'people.ndjson');
  await writeFile(file, people.map((person) => `${JSON.stringify(person)}\n`).join(''));

  const environment = { ...process.env, DATABASE_URL: server.databaseUrl, IDENTITY_SECRET: testSecret };
  const child = spawn(process.execPath, [program, 'users', 'import', file], { env: environment, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const begun = await until(() => db.import.findFirst({ where: { created: { gt: 300 } } }));
  child.kill('SIGKILL');
  await exited;
  const { id, created } = await db.import.findUniqueOrThrow({ where: { id: begun.id } });
  t.true(created < count, 'it was killed in the middle');
  // The lease of the dead process ends after a minute.
  await db.import.update({ where: { id }, data: { leaseUntil: new Date() } });

  const token = await platformMachine(server);
  t.like(await ended(server, token, id), { status: 'DONE', lines: count, created: count, refused: 0, waiting: 0 });
  const { report } = await reportOf(server, token, id);
  t.deepEqual(
    report.map(({ email }) => email),
    emails,
  );
  t.is(await db.membership.count({ where: { tenantId: tenant.id } }), count + 1);
  t.is(await db.seat.count({ where: { tenantId: tenant.id } }), count);
  t.is(await db.event.count({ where: { tenantId: tenant.id, type: 'member.added' } }), count);
  t.is(await db.importChunk.count(), 0);
});
