import type { Pool } from 'pg';
import { type SecretList, secretId } from '../keys/secrets.js';

/** How often a process writes that it runs. */
export const beatSeconds = 20;
/** A process that was killed counts as running for this long. */
const aliveSeconds = 90;
/** Rows of processes that have ended are deleted after this time. */
const keptDays = 7;

export interface ServerProcess {
  id: string;
  secretId: string;
  knownIds: string[];
  startedAt: Date;
}

/** Writes that a process runs and which secrets it has, and deletes the rows of processes that ended days ago. */
export async function noteProcess(pool: Pool, id: string, secret: SecretList): Promise<void> {
  await pool.query(
    `WITH gone AS (
       DELETE FROM identity.server_processes WHERE seen_at < now() - make_interval(days => $4) AND id <> $1::uuid)
     INSERT INTO identity.server_processes (id, secret_id, known_ids) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), ended_at = NULL`,
    [id, secretId(secret[0]), secret.map(secretId), keptDays],
  );
}

export async function noteProcessEnd(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE identity.server_processes SET seen_at = now(), ended_at = now() WHERE id = $1', [id]);
}

/** The processes that run now, by the clock of the database. */
export async function runningProcesses(pool: Pool): Promise<ServerProcess[]> {
  const { rows } = await pool.query<ServerProcess>(
    `SELECT id, secret_id AS "secretId", known_ids AS "knownIds", started_at AS "startedAt"
     FROM identity.server_processes WHERE ended_at IS NULL AND seen_at > now() - make_interval(secs => $1)
     ORDER BY started_at, id`,
    [aliveSeconds],
  );
  return rows;
}

/** When a process that encrypted with another secret was last seen. Undefined if there was none in the last days. */
export async function lastSeenWithAnother(pool: Pool, secret: SecretList): Promise<Date | undefined> {
  const { rows } = await pool.query<{ seen: Date | null }>(
    'SELECT max(seen_at) AS seen FROM identity.server_processes WHERE secret_id <> $1',
    [secretId(secret[0])],
  );
  return rows[0]?.seen ?? undefined;
}

/** Processes that cannot decrypt what this one encrypts. */
export function cannotReadOurs(processes: readonly ServerProcess[], secret: SecretList): ServerProcess[] {
  const current = secretId(secret[0]);
  return processes.filter(({ knownIds }) => !knownIds.includes(current));
}

/** Processes whose values this one cannot decrypt. */
export function cannotBeRead(processes: readonly ServerProcess[], secret: SecretList): ServerProcess[] {
  const known = secret.map(secretId);
  return processes.filter((process) => !known.includes(process.secretId));
}
