import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { fillTables, startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { createVault } from '../packages/runtime/dist/src/keys/secrets.js';
import {
  createIdentityServer,
  endAfterRestore,
  licensing,
  migrate,
  seed,
  tenants,
  users,
  verifyDatabase,
} from '../packages/server/dist/src/index.js';
import { fillsOf } from './fill-database.mjs';
import { comparisonSeed } from './fixtures.mjs';
import { sqlNames } from './people.mjs';
import { durable } from './start-contenders.mjs';

const secret = 'a secret for measurements only, of more than 32 characters';
const totpUsers = 100_000;
const batch = 10_000;
const eventsPerPerson = 2;

/** Measures `verify` and `after-restore` on a database of this size: each person has a seat, a session, a grant and a token. */
export async function runRestore({ people = 1_000_000 } = {}) {
  const plugins = [users(), tenants(), licensing()];
  const postgres = await startTemporaryPostgres({
    settings: { ...durable, max_wal_size: '8GB', shared_buffers: '1GB' },
  });
  try {
    await fill(postgres.url, people, plugins);
    for (const title of ['first', 'again']) {
      const begun = performance.now();
      const { sound, counts, checks } = await verifyDatabase({ databaseUrl: postgres.url, secret, plugins });
      console.log(`verify, ${title}: ${secondsSince(begun)} s, ${sound ? 'whole' : 'PROBLEMS'}`, counts);
      for (const { name, seconds, sound, count, error } of checks)
        console.log(`  ${name.padEnd(18)} ${seconds.toFixed(1)} s${sound ? '' : `  ${error ?? count}`}`);
    }
    for (const dryRun of [true, false, false]) {
      const begun = performance.now();
      const { repeated, ended } = await endAfterRestore({ databaseUrl: postgres.url, plugins, dryRun });
      const sum = ended.reduce((total, { count }) => total + count, 0);
      console.log(
        `after-restore${dryRun ? ' --dry-run' : ''}: ${secondsSince(begun)} s, ${sum} rows${repeated ? ', repeated' : ''}`,
      );
    }
  } finally {
    await postgres.stop();
  }
}

const secondsSince = (begun) => ((performance.now() - begun) / 1000).toFixed(1);

async function fill(databaseUrl, people, plugins) {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: comparisonSeed });
  // Creates the keys.
  await (await createIdentityServer({ issuer: 'http://localhost:3000', databaseUrl, secret, plugins })).close();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { id, person, tenantOfPerson, people: each } = sqlNames(people);
  const rebuilds = ['recount_members', 'rebuild_member_words', 'recount_events', 'recount_users', 'rebuild_user_words'];
  await fillTables(client, [
    ...fillsOf(people),
    `UPDATE identity.memberships SET role = 'owner' WHERE id IN (
       SELECT DISTINCT ON (tenant_id) id FROM identity.memberships ORDER BY tenant_id, id)`,
    `INSERT INTO identity.events (id, type, tenant_id, actor_kind, subject_id)
     SELECT ${id(7, `i * ${eventsPerPerson} + n`)}, 'seat.granted', ${tenantOfPerson}, 'system', ${person}::text
     FROM ${each}, generate_series(1, ${eventsPerPerson}) n`,
    ...rebuilds.map((rebuild) => `SELECT identity.${rebuild}()`),
  ]);
  await addTotp(client, Math.min(totpUsers, people));
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  console.log(`Filled with ${people} people.`);
}

/** Authenticator apps of the first users. */
async function addTotp(client, count) {
  const vault = createVault(secret);
  const { rows } = await client.query('SELECT id FROM identity.users ORDER BY id LIMIT $1', [count]);
  for (let from = 0; from < count; from += batch) {
    const ids = rows.slice(from, from + batch).map(({ id }) => id);
    const sealed = ids.map((id) => Buffer.from(vault.seal(`totp:${id}`, randomBytes(20))));
    await client.query(
      `INSERT INTO identity.totp (user_id, encrypted_secret, confirmed_at)
       SELECT id, sealed, now() FROM unnest($1::uuid[], $2::bytea[]) AS made (id, sealed)`,
      [ids, sealed],
    );
  }
  await client.query('UPDATE identity.users SET mfa_enabled = true WHERE id IN (SELECT user_id FROM identity.totp)');
}
