import { randomUUID } from 'node:crypto';
import { silentLogger } from '@org/identity-core';
import { createEventBus, type OpenDatabase } from '@org/identity-prisma';
import { createOutbox } from '@org/identity-runtime/background/mail/outbox';
import type { SecretList, Secrets } from '@org/identity-runtime/keys/secrets';
import { createVault } from '@org/identity-runtime/keys/secrets';
import { secretStatus } from '@org/identity-runtime/secret/count-sealed';
import { storeColumns } from '@org/identity-runtime/secret/declared-columns';
import { rotateSecret } from '@org/identity-runtime/secret/rotate-secret';
import type { Pool } from 'pg';
import { addKey, keySecret } from './stored-keys.js';

export const oldSecret = keySecret;
export const newSecret = 'the next secret for tests, also of more than 32 characters';
export const afterSwitch: SecretList = [newSecret, oldSecret];

const mailToBob = { to: 'bob@people.test', subject: 'Ann invites you', text: 'Accept', html: '<p>Accept</p>' };
const totpColumn = { table: 'identity.totp', id: 'user_id', column: 'encrypted_secret', purpose: 'totp:' };

type Database = Pick<OpenDatabase, 'db' | 'pool'>;

/** Adds users with an authenticator app. Returns their ids in the order in which a rotation reads them. */
export async function addApps(pool: Pool, secret: Secrets, count: number): Promise<string[]> {
  await storeColumns(pool, [totpColumn]);
  const vault = createVault(secret);
  const ids = Array.from({ length: count }, () => randomUUID()).sort();
  const sealed = ids.map((id) => Buffer.from(vault.seal(`totp:${id}`, Buffer.from(`app of ${id}`))));
  await pool.query(
    `WITH added AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT id, id || '@people.test', id || '@people.test' FROM unnest($1::uuid[]) AS u(id) RETURNING id)
     INSERT INTO identity.totp (user_id, encrypted_secret, confirmed_at)
     SELECT u.id, u.sealed, now() FROM unnest($1::uuid[], $2::bytea[]) AS u(id, sealed) JOIN added ON added.id = u.id`,
    [ids, sealed],
  );
  return ids;
}

/** Adds a key, a mail that mentions Ann, and users with an app, all encrypted with the old secret. */
export async function fillWithOldSecret({ db, pool }: Database, apps: number): Promise<string[]> {
  await addKey(db);
  const outbox = createOutbox({ pool, secret: oldSecret, transport: undefined, logger: silentLogger });
  await db.$transaction((tx) => outbox.add(tx, mailToBob, { mentions: 'ann@people.test' }));
  return addApps(pool, oldSecret, apps);
}

/** The secret of an app as a server with these secrets reads it. */
export async function appOf({ db }: Database, secret: Secrets, userId: string): Promise<string> {
  const { encryptedSecret } = await db.totp.findUniqueOrThrow({ where: { userId } });
  return Buffer.from(createVault(secret).open(`totp:${userId}`, encryptedSecret)).toString();
}

export const rotate = ({ db, pool }: Database, secret: SecretList = afterSwitch) =>
  rotateSecret({ db, pool, events: createEventBus(), secret }, { actor: { kind: 'system', id: 'cli' } });

/** How many values each kind of secret has encrypted, in all columns. */
export async function countsOf(
  pool: Pool,
  secret: SecretList,
): Promise<{ current: number; other: number; unknown: number }> {
  const { columns } = await secretStatus(pool, secret);
  const sum = (key: 'current' | 'other' | 'unknown') => columns.reduce((total, column) => total + column[key], 0);
  return { current: sum('current'), other: sum('other'), unknown: sum('unknown') };
}

/** Whether a statement waits for a lock. */
export async function isWaiting(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
