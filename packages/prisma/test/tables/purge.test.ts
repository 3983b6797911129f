import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import { endSession, purgeExpired } from '../../src/index.js';
import { errors } from '../../src/oidc-provider.js';
import { newId } from '../support/models.js';
import { openRecordedPool, type RecordedPool } from '../support/recorded-pool.js';
import { saveSession } from '../support/store.js';

const expired = 2_500;
const valid = 50;
const tables = ['oidc_tokens', 'oidc_records', 'oidc_sessions', 'oidc_grants', 'refresh_answers'] as const;

/** Fills each table. The first `expired` rows have expired; tokens that are still valid belong to valid grants. */
const fill = `
  WITH rows AS (
    SELECT i, 'row-' || i AS id, sha256(('row-' || i)::bytea) AS hash,
           now() + CASE WHEN i <= ${expired} THEN interval '-1 second' * i ELSE interval '1 hour' END AS expires_at
    FROM generate_series(1, ${expired + valid}) i
  ), grants AS (
    INSERT INTO identity.oidc_grants (id, client_id, account_id, payload, expires_at)
    SELECT id, 'a-client', 'an-account', '{}', expires_at FROM rows
  ), sessions AS (
    INSERT INTO identity.oidc_sessions (uid, id_hash, payload, expires_at) SELECT id, hash, '{}', expires_at FROM rows
  ), records AS (
    INSERT INTO identity.oidc_records (id_hash, model, payload, expires_at)
    SELECT hash, 'Interaction', '{}', CASE WHEN i = ${expired + valid} THEN NULL ELSE expires_at END FROM rows
  ), answers AS (
    INSERT INTO identity.refresh_answers (id_hash, sealed, expires_at) SELECT hash, hash, expires_at FROM rows
  )
  INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
  SELECT hash, 'AccessToken', id, 'a-client', '{}', expires_at FROM rows`;

interface Filled extends RecordedPool {
  readonly url: string;
  remaining(): Promise<Record<string, number>>;
}

async function filledDatabase(t: ExecutionContext): Promise<Filled> {
  const database = await createTestDatabase();
  const recorded = openRecordedPool(database.url);
  t.teardown(async () => {
    await recorded.pool.end();
    await database.drop();
  });
  await recorded.pool.query({ text: fill });
  recorded.statements.length = 0;
  const remaining = async () => {
    const counts = tables.map((table) => `(SELECT count(*)::int FROM identity.${table}) AS ${table}`);
    const { rows } = await recorded.pool.query<Record<string, number>>({ text: `SELECT ${counts.join(', ')}` });
    return rows[0] ?? {};
  };
  return { ...recorded, url: database.url, remaining };
}

const onlyValid = Object.fromEntries(tables.map((table) => [table, valid]));

/** The sizes of the batches that were asked for. */
const sizesOf = (statements: RecordedPool['statements']) => statements.map(({ values }) => Number(values[1]));

test('everything expired is deleted in small batches and nothing that lives', async (t) => {
  const { pool, statements, remaining } = await filledDatabase(t);
  t.is(await purgeExpired(pool), expired * tables.length);
  t.true(Math.max(...sizesOf(statements)) <= 1_000);
  t.true(statements.length >= 3 * tables.length);
  t.deepEqual(await remaining(), onlyValid);
});

test('when nothing has expired each table is looked at once, and tokens of expired grants', async (t) => {
  const { pool, statements, remaining } = await filledDatabase(t);
  await purgeExpired(pool);
  statements.length = 0;
  t.is(await purgeExpired(pool), 0);
  t.is(statements.length, tables.length + 1);
  t.deepEqual(await remaining(), onlyValid);
});

test('the tokens of an expired grant are deleted in batches too, never by its foreign key', async (t) => {
  const { pool, statements, remaining } = await filledDatabase(t);
  await purgeExpired(pool);
  const tokens = 20_000;
  await pool.query({
    text: `WITH grants AS (
             INSERT INTO identity.oidc_grants (id, client_id, account_id, payload, expires_at)
             VALUES ('large', 'a-client', 'an-account', '{}', now() - interval '1 minute'))
           INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
           SELECT sha256(i::text::bytea), 'AccessToken', NULL, 'a-client', '{}', now() + interval '1 hour'
           FROM generate_series(1, ${tokens}) i`,
  });
  await pool.query({ text: "UPDATE identity.oidc_tokens SET grant_id = 'large' WHERE grant_id IS NULL" });
  // Fails if a grant is deleted while it has tokens.
  await pool.query({ text: 'ALTER TABLE identity.oidc_tokens DROP CONSTRAINT oidc_tokens_grant_id_fkey' });
  await pool.query({
    text: `ALTER TABLE identity.oidc_tokens ADD CONSTRAINT oidc_tokens_grant_id_fkey
           FOREIGN KEY (grant_id) REFERENCES identity.oidc_grants (id) ON DELETE RESTRICT`,
  });
  statements.length = 0;
  t.is(await purgeExpired(pool), tokens + 1);
  t.true(Math.max(...sizesOf(statements)) <= 1_000);
  t.deepEqual(await remaining(), onlyValid);
});

test('a grant whose token is in use is left for the next purge with that token', async (t) => {
  const { pool, remaining } = await filledDatabase(t);
  await pool.query({ text: "UPDATE identity.oidc_tokens SET expires_at = now() + interval '1 hour'" });
  const user = await pool.connect();
  await user.query({ text: 'BEGIN' });
  await user.query({ text: "SELECT 1 FROM identity.oidc_tokens WHERE grant_id = 'row-7' FOR UPDATE" });
  t.is(await purgeExpired(pool), expired * tables.length - 2);
  await user.query({ text: 'COMMIT' });
  user.release();
  t.is(await purgeExpired(pool), 2);
  t.deepEqual(await remaining(), onlyValid);
});

test('a purge ends when its time is over, and the next one goes on', async (t) => {
  const { pool, statements, remaining } = await filledDatabase(t);
  t.is(await purgeExpired(pool, { maxMilliseconds: 0 }), 0);
  t.deepEqual(statements, []);
  t.is(await purgeExpired(pool), expired * tables.length);
  t.deepEqual(await remaining(), onlyValid);
});

test('several purges at once share the work without failing', async (t) => {
  const { pool, url, remaining } = await filledDatabase(t);
  const second = openRecordedPool(url);
  const counts = await Promise.all([purgeExpired(pool), purgeExpired(second.pool), purgeExpired(second.pool)]);
  await second.pool.end();
  t.is(
    counts.reduce((sum, count) => sum + count, 0),
    expired * tables.length,
  );
  t.deepEqual(await remaining(), onlyValid);
});

test('a row that is in use is left for the next purge without waiting for it', async (t) => {
  const { pool, remaining } = await filledDatabase(t);
  const user = await pool.connect();
  await user.query({ text: 'BEGIN' });
  await user.query({ text: "SELECT 1 FROM identity.oidc_sessions WHERE uid = 'row-7' FOR UPDATE" });
  t.is(await purgeExpired(pool), expired * tables.length - 1);
  await user.query({ text: 'COMMIT' });
  user.release();
  t.is(await purgeExpired(pool), 1);
  t.deepEqual(await remaining(), onlyValid);
});

test('a purge that is aborted beforehand runs no statement', async (t) => {
  const { pool, statements } = await filledDatabase(t);
  t.is(await purgeExpired(pool, { signal: AbortSignal.abort() }), 0);
  t.deepEqual(statements, []);
});

test('a purge that is aborted on its way stops after the statement it is in', async (t) => {
  const { pool, statements } = await filledDatabase(t);
  const interruption = new AbortController();
  pool.once('acquire', () => interruption.abort());
  t.is(await purgeExpired(pool, { signal: interruption.signal }), 200);
  t.is(statements.length, 1);
});

test('the marker of an ended session outlives a purge, so that the session cannot come back', async (t) => {
  const { pool } = await filledDatabase(t);
  const uid = newId();
  await endSession(pool, uid);
  await purgeExpired(pool);
  await t.throwsAsync(saveSession(pool, uid), { instanceOf: errors.SessionNotFound });
});
