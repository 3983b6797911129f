import type { Actor, Job } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { measureClasses } from '../credentials/measure-classes.js';
import type { Upstreams } from '../sso/upstreams.js';
import { endBrokenUploads } from './end-import.js';
import { type Providers, runImports, type WorkServices } from './run-imports.js';
import { type NewImport, startImport } from './start-import.js';
import { type UndoneImport, undoImport } from './undo-import.js';

/** Imports of people, of one server. */
export interface ImportWork {
  /** Stores the lines and begins to import them. */
  start(started: NewImport & { stream: AsyncIterable<Uint8Array> }): Promise<{ id: string }>;
  /** The same, and returns when the import has ended or was taken over, for the command. */
  run(
    started: NewImport & { stream: AsyncIterable<Uint8Array> },
    onStart: (started: { id: string; sentLines: number }) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Takes back what an import has created and nobody has used since. */
  undo(undone: { importId: string; actor: Actor }): Promise<UndoneImport>;
  /** The providers that links can be of. */
  readonly providers: readonly string[];
  readonly jobs: readonly Job[];
  /** Stops after the batch that is being imported. */
  close(): Promise<void>;
}

const keptDays = 30;
const rowsAtOnce = 5_000;

export function createImportWork(
  services: WorkServices & Pick<IdentityPluginHost, 'personalData'>,
  upstreams: Upstreams,
): ImportWork {
  const providers: Providers = new Map([...upstreams].map(([id, { provider }]) => [id, provider]));
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const runAll = async (signal: AbortSignal) => {
    await runImports(services, providers, { signal });
    // Outside of sign-ins, for the hashes that have just come.
    await measureClasses(services, signal);
  };
  const runSoon = () => {
    if (stopping.signal.aborted) return;
    const work = runAll(stopping.signal)
      // Another process, or the job, goes on when the lease ends.
      .catch((error: unknown) => services.logger.error({ error: nameOf(error) }, 'an import stopped'))
      .finally(() => running.delete(work));
    running.add(work);
  };
  return {
    async start(started) {
      const { id } = await startImport(services, started);
      runSoon();
      return { id };
    },
    async run(started, onStart, signal) {
      const { id, sentLines } = await startImport(services, started);
      onStart({ id, sentLines });
      await runImports(services, providers, { signal, only: id });
    },
    undo: (undone) => undoImport(services, undone),
    providers: [...providers.keys()],
    jobs: [
      {
        name: 'continue-imports',
        // The lease of a process that died ends after a minute.
        everySeconds: 60,
        run: async (signal) => {
          // One statement, as long as nothing runs.
          const { rowCount } = await services.pool.query(
            "SELECT 1 FROM identity.imports WHERE status = 'RUNNING' LIMIT 1",
          );
          if (rowCount === 0) return;
          await services.db.$transaction((tx) => endBrokenUploads(tx, services.events));
          await runAll(signal);
        },
      },
      { name: 'forget-imports', everySeconds: 60 * 60, run: (signal) => forgetImports(services, signal) },
    ],
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** Deletes the reports of imports that ended long ago, in small batches, and then their records. */
export async function forgetImports({ pool }: Pick<WorkServices, 'pool'>, signal?: AbortSignal): Promise<void> {
  const old = `SELECT id FROM identity.imports WHERE ended_at < now() - make_interval(days => ${keptDays})`;
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce && !signal?.aborted; ) {
    const { rowCount } = await pool.query(
      `DELETE FROM identity.import_lines WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM identity.import_lines WHERE import_id IN (${old}) LIMIT $1))`,
      [rowsAtOnce],
    );
    deleted = rowCount ?? 0;
  }
  await pool.query(`DELETE FROM identity.imports WHERE id IN (${old})`);
}
