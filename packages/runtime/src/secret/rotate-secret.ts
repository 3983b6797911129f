import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '@org/identity-core';
import type { Database, EventBus } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type SecretList, secretId } from '../keys/secrets.js';
import { type ProcessStatus, processStatus } from './count-sealed.js';
import { allSealedValues } from './declared-columns.js';
import { type Reencrypted, reencryptColumn } from './reencrypt-column.js';
import { lastSeenWithAnother } from './server-processes.js';

export interface RotateServices {
  db: Database;
  pool: Pool;
  events: Pick<EventBus, 'publish'>;
  secret: SecretList;
  progress?: (line: string) => void;
}

export interface RotatedSecret {
  /** How many values this run has encrypted with the current secret. */
  changed: number;
  /** How many values no secret decrypts. */
  unknown: number;
  /** Whether another secret may still be needed: run again once the servers have the current one. */
  unfinished: boolean;
  processes: ProcessStatus;
  /** From when on the other secrets can be removed. Null while the rotation is not finished. */
  removableFrom: Date | null;
}

/** A pass finds what a server has changed during the pass before. Normally the second one finds nothing. */
const maxPasses = 5;
/** For this long, a browser may have a page open whose form or passkey challenge the former secret has sealed. */
const openPageMilliseconds = 60 * 60 * 1000;

/**
 * Encrypts everything in the database with the current secret. Servers keep running. It can be stopped at any moment and run
 * again: what is done stays done. Each value is changed only if it is still the value that was read.
 */
export async function rotateSecret(services: RotateServices, { actor }: { actor: Actor }): Promise<RotatedSecret> {
  const { pool, secret, progress = () => {} } = services;
  const before = await processStatus(pool, secret);
  if (before.withoutCurrent > 0)
    throw new Error(
      `${before.withoutCurrent} running process(es) do not have the new secret and could not read what it encrypts. Nothing was changed. First restart them with it. A process that was killed counts as running for 90 seconds.`,
    );
  let changed = 0;
  let last: Reencrypted;
  for (let pass = 1; ; pass += 1) {
    last = await runPass(services, changed);
    changed += last.changed;
    if ((last.changed === 0 && last.missed === 0) || pass === maxPasses) break;
  }
  const processes = await processStatus(pool, secret);
  const unfinished = last.changed > 0 || last.missed > 0 || last.unknown > 0 || processes.encryptWithAnother > 0;
  const { unknown } = last;
  if (unfinished) return { changed, unknown, unfinished, processes, removableFrom: null };
  await outliveRefreshResponses(pool, progress);
  await publishOnce(services, changed, actor);
  return { changed, unknown, unfinished, processes, removableFrom: await removableFrom(pool, secret) };
}

async function runPass({ pool, secret, progress }: RotateServices, before: number): Promise<Reencrypted> {
  const total: Reencrypted = { changed: 0, missed: 0, unknown: 0 };
  for (const values of await allSealedValues(pool)) {
    const done = await reencryptColumn(pool, secret, values, (changed) =>
      progress?.(`${values.table}: ${changed} encrypted, ${before + total.changed + changed} in all`),
    );
    total.changed += done.changed;
    total.missed += done.missed;
    total.unknown += done.unknown;
  }
  return total;
}

/**
 * The response to a used refresh token can be decrypted only with that token, so it is not encrypted anew. It expires within
 * two minutes at most. All servers encrypt with the current secret by now: those of the former one are stored already.
 */
async function outliveRefreshResponses(pool: Pool, progress: (line: string) => void): Promise<void> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    'SELECT ceil(extract(epoch FROM max(expires_at) - now()))::int AS seconds FROM identity.refresh_answers',
  );
  const seconds = Math.min(rows[0]?.seconds ?? 0, 120);
  if (seconds <= 0) return;
  progress(`Waiting ${seconds} second(s) until the stored responses to refresh tokens have expired …`);
  await wait(seconds * 1000);
}

/** One event per rotation, also if it was interrupted after its last value and run again. */
async function publishOnce({ db, events, secret }: RotateServices, changed: number, actor: Actor): Promise<void> {
  const subjectId = secretId(secret[0]);
  await db.$transaction(async (tx) => {
    if (changed === 0 && (await tx.event.count({ where: { type: 'secret.rotated', subjectId } })) > 0) return;
    await events.publish(tx, { type: 'secret.rotated', tenantId: null, actor, subjectId, data: { values: changed } });
  });
}

async function removableFrom(pool: Pool, secret: SecretList): Promise<Date> {
  const seen = await lastSeenWithAnother(pool, secret);
  return new Date(Math.max(Date.now(), (seen?.getTime() ?? 0) + openPageMilliseconds));
}
