import { randomUUID } from 'node:crypto';
import type { Logger, SealedColumn } from '@org/identity-core';
import type { Pool } from 'pg';
import type { SecretList } from '../keys/secrets.js';
import type { Outages } from '../observe/outages.js';
import { requirePlainNames, storeColumns } from './declared-columns.js';
import {
  beatSeconds,
  cannotBeRead,
  cannotReadOurs,
  noteProcess,
  noteProcessEnd,
  runningProcesses,
} from './server-processes.js';

export interface RunningProcess {
  /** Writes that the process has ended. */
  stop(): Promise<void>;
}

export interface AnnounceServices {
  pool: Pool;
  secret: SecretList;
  logger: Logger;
  outages: Pick<Outages, 'note'>;
}

/**
 * Writes which secrets this process has, as long as it runs, and which columns its plugins encrypt. Throws if it could not work beside the other processes: each has
 * to decrypt what the others encrypt. So a rotation of the secret in the wrong order stops here, and the servers that run
 * are not disturbed.
 */
export async function announceProcess(
  { pool, secret, logger, outages }: AnnounceServices,
  sealed: readonly SealedColumn[],
): Promise<RunningProcess> {
  requirePlainNames(sealed);
  const id = randomUUID();
  const note = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!outages.note(error)) logger.error({ err: error }, 'the process could not write that it runs');
    });
  await note(noteProcess(pool, id, secret));
  await note(storeColumns(pool, sealed));
  try {
    await requireSameSecrets(pool, secret);
  } catch (error) {
    await note(noteProcessEnd(pool, id));
    throw error;
  }
  const timer = setInterval(() => note(noteProcess(pool, id, secret)), beatSeconds * 1000).unref();
  return {
    async stop() {
      clearInterval(timer);
      await note(noteProcessEnd(pool, id));
    },
  };
}

async function requireSameSecrets(pool: Pool, secret: SecretList): Promise<void> {
  const processes = await runningProcesses(pool);
  const help = 'See docs/operations/secret-rotation.md. A process that was killed counts as running for 90 seconds.';
  const unreadable = cannotBeRead(processes, secret).length;
  if (unreadable > 0)
    throw new Error(
      `${unreadable} running process(es) encrypt with a secret that this one does not have. Add that secret to "otherSecrets" (IDENTITY_OTHER_SECRETS), or restart those processes with the new one first. ${help}`,
    );
  const blind = cannotReadOurs(processes, secret).length;
  if (blind > 0)
    throw new Error(
      `${blind} running process(es) do not have the secret that this one encrypts with. First give it to all of them in "otherSecrets" (IDENTITY_OTHER_SECRETS). ${help}`,
    );
}
