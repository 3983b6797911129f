import { randomUUID } from 'node:crypto';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { languageOf } from '@org/identity-ui';
import type { ImportOptions, ImportServices } from '../import/import-services.js';
import type { ImportRules } from '../import/plan-person.js';
import { endImport, starterOf } from './end-import.js';
import { importChunk } from './import-chunk.js';
import { createRun, leaseSeconds } from './import-run.js';
import { ImportTaken } from './import-taken.js';
import { ChunkUnreadable, type ReadChunk, readChunk } from './read-chunk.js';
import { createRehearsal, type Rehearsal } from './rehearsal.js';
import { createRests } from './rest.js';

export type WorkServices = ImportServices & Pick<IdentityPluginHost, 'pool' | 'logger'>;
export type Providers = ImportRules['providers'];

interface Claimed {
  id: string;
  rehearsed: boolean;
  create_tenants: boolean;
  invite_in: string | null;
  actor_kind: string;
  actor_id: string | null;
  last_line: number;
}

/**
 * Works on imports until none is left that no other process works on, or until the signal. `only` is the id of the one to
 * work on. A process that dies keeps its import for a minute; then another one goes on after the last committed batch.
 */
export async function runImports(
  services: WorkServices,
  providers: Providers,
  { signal, only }: { signal: AbortSignal; only?: string },
): Promise<void> {
  while (!signal.aborted) {
    const leaseId = randomUUID();
    const claimed = await claim(services, leaseId, only);
    if (!claimed) return;
    try {
      await runImport(services, providers, { ...claimed, leaseId, signal });
    } catch (error) {
      if (!(error instanceof ImportTaken)) throw error;
    } finally {
      await release(services, claimed.id, leaseId);
    }
  }
}

async function claim({ pool }: WorkServices, leaseId: string, only: string | undefined): Promise<Claimed | undefined> {
  const { rows } = await pool.query<Claimed>(
    `UPDATE identity.imports SET lease_id = $1, lease_until = now() + make_interval(secs => $2)
     WHERE id = (
       SELECT id FROM identity.imports
       WHERE status = 'RUNNING' AND sent_lines IS NOT NULL AND lease_until <= now() AND ($3::uuid IS NULL OR id = $3)
       ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, rehearsed, create_tenants, invite_in, actor_kind, actor_id, last_line`,
    [leaseId, leaseSeconds, only ?? null],
  );
  return rows[0];
}

/** Lets others take it at once, if it has not ended. */
async function release({ pool }: WorkServices, id: string, leaseId: string): Promise<void> {
  await pool.query(`UPDATE identity.imports SET lease_id = NULL, lease_until = now() WHERE id = $1 AND lease_id = $2`, [
    id,
    leaseId,
  ]);
}

async function runImport(
  services: WorkServices,
  providers: Providers,
  claimed: Claimed & { leaseId: string; signal: AbortSignal },
): Promise<void> {
  const { id, rehearsed, signal } = claimed;
  const options = optionsOf(claimed, providers);
  const rehearsal = rehearsed ? createRehearsal({ importId: id, services, options }) : undefined;
  // A rehearsal has left nothing to go on with, so it begins again.
  let lastLine: number | undefined = rehearsed ? await beginAgain(services, claimed) : claimed.last_line;
  const rest = createRests();
  while (!signal.aborted) {
    const begun = performance.now();
    lastLine = await importNext(services, claimed, { lastLine, options, rehearsal });
    if (lastLine === undefined) return;
    // Nothing of the chunk is in memory any more.
    await rest(performance.now() - begun, signal);
  }
}

interface Progress {
  readonly lastLine: number;
  readonly options: ImportOptions;
  readonly rehearsal: Rehearsal | undefined;
}

/** Imports the next chunk. Returns its last line; undefined if the import has ended. */
async function importNext(
  services: WorkServices,
  { id, leaseId, rehearsed, signal }: Claimed & { leaseId: string; signal: AbortSignal },
  { lastLine, options, rehearsal }: Progress,
): Promise<number | undefined> {
  const chunk = await readOrFail(services, id, lastLine + 1);
  if (chunk === 'unreadable') return undefined;
  if (!chunk) {
    await endImport(services, { id, status: 'DONE', leaseId });
    return undefined;
  }
  const shared = rehearsal ? { ...options, seatsTaken: rehearsal.seatsTaken } : options;
  const note = (line: number, error: unknown) => noteError(services, { id, line, error });
  const run = createRun({ id, leaseId, services, options: shared, rehearsed, rehearsal, chunk, note });
  await importChunk(run, chunk, lastLine, signal);
  return chunk.lastLine;
}

function optionsOf(claimed: Claimed, providers: Providers): ImportOptions {
  return {
    actor: starterOf({ actorKind: claimed.actor_kind, actorId: claimed.actor_id }),
    providers,
    createTenants: claimed.create_tenants,
    invite: claimed.invite_in !== null,
    language: languageOf(claimed.invite_in, 'en'),
  };
}

/** A chunk that was encrypted with a secret that is lost ends the import. */
async function readOrFail(
  services: WorkServices,
  id: string,
  line: number,
): Promise<ReadChunk | undefined | 'unreadable'> {
  try {
    return await readChunk(services, id, line);
  } catch (error) {
    if (!(error instanceof ChunkUnreadable)) throw error;
    services.logger.error({ importId: id }, 'the lines of an import cannot be decrypted');
    await endImport(services, { id, status: 'FAILED' });
    return 'unreadable';
  }
}

async function beginAgain({ db }: WorkServices, { id, leaseId }: { id: string; leaseId: string }): Promise<number> {
  await db.$transaction(async (tx) => {
    const results = { created: 0, changed: 0, unchanged: 0, refused: 0, waiting: 0 };
    const nothing = { lastLine: 0, ...results, withPassword: 0, withSecondFactor: 0, withLinks: 0 };
    const { count } = await tx.import.updateMany({ where: { id, leaseId, status: 'RUNNING' }, data: nothing });
    if (count === 0) throw new ImportTaken();
    await tx.importLine.deleteMany({ where: { importId: id } });
    await tx.importKey.deleteMany({ where: { importId: id } });
  });
  return 0;
}

/** Without the message and the stack of the error, which may quote the line. */
function noteError({ logger }: WorkServices, { id, line, error }: { id: string; line: number; error: unknown }): void {
  const { name, code } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { name: typeof error, code: '' };
  logger.error({ importId: id, line, error: name, code: String(code ?? '') }, 'a line of an import failed');
}
