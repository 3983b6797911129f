import type { Transaction } from '@org/identity-prisma';
import type { ImportOptions, ImportServices } from '../import/import-services.js';
import { ImportTaken } from './import-taken.js';
import { countsOf, type LineResult, recordLines } from './record-lines.js';
import type { Rehearsal } from './rehearsal.js';

/** How long a process that died keeps an import. A batch takes far less. */
export const leaseSeconds = 60;

/** The import that a process works on. */
export interface ImportRun {
  readonly id: string;
  readonly services: ImportServices;
  readonly options: ImportOptions;
  readonly rehearsed: boolean;
  /** What earlier lines of a rehearsal did. */
  readonly rehearsal: Rehearsal | undefined;
  /** Locks the import until the commit. Throws if this process no longer works on it. */
  lock(tx: Transaction): Promise<void>;
  /** Writes results and progress; the import is locked. */
  recordIn(tx: Transaction, results: readonly LineResult[]): Promise<void>;
  /** The same in a transaction of its own. */
  record(results: readonly LineResult[]): Promise<void>;
  /** Moves on past lines that are empty. */
  passTo(line: number): Promise<void>;
  /** Logs an error that no line should cause. */
  note(line: number, error: unknown): void;
}

export interface RunParts extends Pick<ImportRun, 'id' | 'services' | 'options' | 'rehearsed' | 'rehearsal' | 'note'> {
  readonly leaseId: string;
  /** The lines of the chunk that are being imported, and its id. */
  readonly chunk: { readonly id: string; readonly lastLine: number };
}

/** The run of one chunk of an import. */
export function createRun({ leaseId, chunk, ...parts }: RunParts): ImportRun {
  const { id, services, rehearsed } = parts;
  const mine = { id, leaseId, status: 'RUNNING' as const };
  const lock = async (tx: Transaction) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM identity.imports WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid AND status = 'RUNNING'
      FOR UPDATE`;
    if (rows.length === 0) throw new ImportTaken();
  };
  const moveTo = async (tx: Transaction, lastLine: number, results: readonly LineResult[]) => {
    const leaseUntil = new Date(Date.now() + leaseSeconds * 1000);
    const { count } = await tx.import.updateMany({
      where: mine,
      data: { lastLine, leaseUntil, ...countsOf(results) },
    });
    if (count === 0) throw new ImportTaken();
    // A rehearsal needs its lines until its end: later lines may be about the same people.
    if (lastLine === chunk.lastLine && !rehearsed) await tx.importChunk.deleteMany({ where: { id: chunk.id } });
  };
  const recordIn = async (tx: Transaction, results: readonly LineResult[]) => {
    const last = results.at(-1);
    if (!last) return;
    await recordLines(tx, id, results);
    await moveTo(tx, last.line, results);
  };
  return {
    ...parts,
    lock,
    recordIn,
    record: (results) =>
      services.db.$transaction(async (tx) => {
        await lock(tx);
        await recordIn(tx, results);
      }),
    passTo: (line) => services.db.$transaction((tx) => moveTo(tx, line, [])),
  };
}
