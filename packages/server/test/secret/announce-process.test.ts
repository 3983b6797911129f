import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { createIdentityServer, type IdentityServerOptions, users } from '../../src/index.js';
import { command } from '../support/run-command.js';
import { newSecret, oldSecret } from '../support/secret-tests.js';

let database: TestDatabase;
test.before(async () => {
  database = await createTestDatabase();
});
test.after.always(() => database?.drop());

type Started = Awaited<ReturnType<typeof createIdentityServer>>;
const running = new Set<Started>();
async function start(options: Pick<IdentityServerOptions, 'secret' | 'otherSecrets'>): Promise<Started> {
  const issuer = 'http://localhost:3000';
  const server = await createIdentityServer({ issuer, databaseUrl: database.url, plugins: [users()], ...options });
  running.add(server);
  return server;
}
async function stop(...servers: Started[]): Promise<void> {
  for (const server of servers) {
    running.delete(server);
    await server.close();
  }
}
test.afterEach.always(() => stop(...running));

const rotation = (line: string, secret: string, others?: string) =>
  command(line, {
    environment: {
      DATABASE_URL: database.url,
      IDENTITY_SECRET: secret,
      ...(others ? { IDENTITY_OTHER_SECRETS: others } : {}),
    },
  });

test.serial(
  'each step of a rotation in the wrong order is refused, and the servers that run are not disturbed',
  async (t) => {
    const first = await start({ secret: oldSecret });

    // Without the first step: the first server could not read what the new one writes.
    const tooEarly = { secret: newSecret, otherSecrets: [oldSecret] };
    await t.throwsAsync(start(tooEarly), { message: /^1 running process\(es\) do not have the secret/u });
    await t.throwsAsync(start({ secret: newSecret }), { message: /encrypted with another secret/u });
    const refused = await rotation('secret rotate', newSecret, oldSecret);
    t.is(refused.code, 1);
    t.regex(refused.errors, /^1 running process\(es\) do not have the new secret .* Nothing was changed/u);
    const blind = await rotation('secret status', newSecret, oldSecret);
    t.is(blind.code, 2);
    t.regex(blind.printed, /1 process\(es\) cannot decrypt what IDENTITY_SECRET encrypts/u);

    // First step.
    const prepared = await start({ secret: oldSecret, otherSecrets: [newSecret] });
    t.regex((await rotation('secret status', oldSecret, newSecret)).printed, /1 process\(es\) do not have all of/u);
    await stop(first);
    const ready = await rotation('secret status', oldSecret, newSecret);
    t.is(ready.code, 0);
    t.regex(ready.printed, /If it is the next one, it can become IDENTITY_SECRET now/u);

    // Second step, with one process that has not taken it yet: the rotation does everything but is not finished.
    const switched = await start(tooEarly);
    const unfinished = await rotation('secret rotate', newSecret, oldSecret);
    t.is(unfinished.code, 2);
    t.regex(unfinished.printed, /1 of 2 running server process\(es\) still encrypt with another secret/u);
    await t.throwsAsync(start({ secret: newSecret }), { message: /^1 running process\(es\) encrypt with a secret/u });
    await stop(prepared);

    // Third step, and the last one.
    const done = await rotation('secret rotate', newSecret, oldSecret);
    t.is(done.code, 0);
    const { rows } = await sql(`SELECT max(seen_at) + interval '1 hour' AS from FROM identity.server_processes
    WHERE ended_at IS NOT NULL AND known_ids[1] <> (SELECT secret_id FROM identity.server_processes WHERE ended_at IS NULL)`);
    const from = new Date(String(rows[0]?.['from']));
    const told = /Remove it from IDENTITY_OTHER_SECRETS of all servers after (\S+Z)\./u.exec(done.printed)?.[1];
    t.is(told?.slice(0, 19), from.toISOString().slice(0, 19), done.printed);
    const last = await start({ secret: newSecret });
    await stop(switched);
    const status = await rotation('secret status', newSecret);
    t.is(status.code, 0);
    t.regex(status.printed, /^1 of 1 running server process\(es\) encrypt with IDENTITY_SECRET\.$/mu);
    await t.throwsAsync(start({ secret: oldSecret }), { message: /encrypted with another secret/u });
    await stop(last);
  },
);

async function sql(text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const { pool, close } = openDatabase({ databaseUrl: database.url });
  try {
    return await pool.query<Record<string, unknown>>(text);
  } finally {
    await close();
  }
}

test.serial('a process that was killed counts as running for a while, and then no longer', async (t) => {
  const { rows } = await sql('SELECT 1 FROM identity.cookie_keys');
  t.is(rows.length, 1);
  const insert = (age: string) =>
    sql(`INSERT INTO identity.server_processes (id, secret_id, known_ids, seen_at)
      VALUES (gen_random_uuid(), 'unknown', ARRAY['unknown'], now() - interval '${age}')`);
  await insert('1 minute');
  await t.throwsAsync(start({ secret: newSecret }), { message: /90 seconds/u });
  await sql(`UPDATE identity.server_processes SET seen_at = seen_at - interval '1 minute' WHERE secret_id = 'unknown'`);
  await insert('8 days');
  await stop(await start({ secret: newSecret }));
  t.is((await sql("SELECT 1 FROM identity.server_processes WHERE secret_id = 'unknown'")).rows.length, 1);
});

test.serial('secrets that are missing, short or too many are refused with the name of the variable', async (t) => {
  const missing = await rotation('secret rotate', newSecret);
  t.is(missing.code, 1);
  t.regex(missing.errors, /^IDENTITY_OTHER_SECRETS is missing/u);
  await t.throwsAsync(start({ secret: newSecret, otherSecrets: ['short'] }), {
    message: /"otherSecrets.0" must have at least 32/u,
  });
  const four = Array.from({ length: 4 }, (_, index) => `${oldSecret} ${index}`);
  await t.throwsAsync(start({ secret: newSecret, otherSecrets: four }), {
    message: /"otherSecrets" must have at most 3/u,
  });
});

test.serial('what plugins declare is stored, and a name that is not plain is refused', async (t) => {
  await stop(await start({ secret: newSecret }));
  const { rows } = await sql('SELECT table_name, column_name FROM identity.sealed_columns ORDER BY table_name');
  t.deepEqual(rows, [
    { table_name: 'identity.import_chunks', column_name: 'sealed' },
    { table_name: 'identity.totp', column_name: 'encrypted_secret' },
  ]);
  const sealed = [{ table: 'notes; DROP TABLE x', id: 'id', column: 'body', purpose: 'note:' }];
  const plugin = { name: 'notes', declares: { sealed } };
  const options = { issuer: 'http://localhost:3000', databaseUrl: database.url, secret: newSecret };
  await t.throwsAsync(createIdentityServer({ ...options, plugins: [users(), plugin] }), { message: /plain names/u });
});
