import { isIdentityError } from '@org/identity-core';
import { inOneTransaction, inTransactionOfTenants, type Transaction, unavailableReason } from '@org/identity-prisma';
import { importPeople, type KnownPerson, type NewPerson } from '../import/import-people.js';
import { importPerson } from '../import/import-person.js';
import type { ImportedLine, ImportOptions } from '../import/import-services.js';
import { LineRefused } from '../import/line-refused.js';
import type { ImportRun } from './import-run.js';
import { ImportTaken } from './import-taken.js';
import type { PersonLine } from './person-line.js';
import { bringsOf, type LineResult } from './record-lines.js';

const timeout = 60_000;
const internal = new LineRefused('', 'The line could not be imported because of an error of the server.');

/** Lines that can be imported together: no two of them are about the same account. */
export interface Batch {
  readonly created: readonly (NewPerson & PersonLine)[];
  readonly known: readonly (KnownPerson & PersonLine)[];
  /** Lines that need no change. */
  readonly done: readonly LineResult[];
}

/** Imports people in one transaction. Returns false, without a change, if one of them needs a closer look. */
export async function importTogether(run: ImportRun, { created, known, done }: Batch): Promise<boolean> {
  const { services, options } = run;
  try {
    await inBatch(run, async (tx) => {
      const imported = await importPeople(tx, services, { created, known, options });
      const results = [
        ...created.map((line, index) => resultOf(line, imported.created[index])),
        ...known.map((line, index) => resultOf(line, imported.known[index])),
        ...done,
      ];
      return results.sort((one, other) => one.line - other.line);
    });
  } catch (error) {
    if (stopsImport(error)) throw error;
    return false;
  }
  if (options.invite || known.length > 0) sendOut(run);
  return true;
}

/** Imports one person in a transaction of its own. */
export async function importOne(run: ImportRun, one: PersonLine) {
  const { services, options } = run;
  const { line, person } = one;
  let changed = false;
  try {
    await inBatch(run, async (tx) => {
      const seatsTaken = await run.rehearsal?.replayBefore(tx, { line, person });
      const imported = await importPerson(tx, services, { person, options: withSeats(options, seatsTaken) });
      changed = imported.result !== 'unchanged';
      return [resultOf(one, imported)];
    });
  } catch (error) {
    if (stopsImport(error)) throw error;
    const known = error instanceof LineRefused;
    // Neither the message nor the stack: they may quote the line.
    if (!known) run.note(line, error);
    const { field, reason } = known ? error : internal;
    await run.record([{ line, email: person.email, result: 'refused', waiting: false, field, reason }]);
    return;
  }
  if (changed) sendOut(run);
}

function resultOf({ line, person, remarks }: PersonLine, imported: ImportedLine | undefined): LineResult {
  if (!imported) throw new Error('A person was not imported.');
  const { result, waiting, userId, tenantIds } = imported;
  const all = [...remarks, ...imported.remarks];
  return { line, email: person.email, result, waiting, userId, tenantIds, remarks: all, brings: bringsOf(person) };
}

/** After the commit. A rehearsal has caused nothing. */
function sendOut({ services, rehearsed }: ImportRun): void {
  if (rehearsed) return;
  services.sendMail();
  services.sendLogoutNotices();
}

const withSeats = (options: ImportOptions, seatsTaken: ImportOptions['seatsTaken']): ImportOptions =>
  seatsTaken === undefined ? options : { ...options, seatsTaken };

/** Runs a batch: its progress is written in its transaction, so nobody is imported twice. A rehearsed batch is rolled back. */
async function inBatch(run: ImportRun, work: (tx: Transaction) => Promise<LineResult[]>): Promise<void> {
  const { db } = run.services;
  if (!run.rehearsed) {
    await inTransactionOfTenants({ db, timeout }, async (tx) => {
      await run.lock(tx);
      await run.recordIn(tx, await work(tx));
    });
    return;
  }
  const rehearse = () => db.$transaction((tx) => work(tx));
  const { result } = await inOneTransaction(db, rehearse, () => false);
  // Its accounts and tenants do not exist.
  await run.record(result.map(({ userId: _user, tenantIds: _tenants, ...line }) => line));
}

/** Whether an error says nothing about the line: the database is away, or another process goes on with the import. */
function stopsImport(error: unknown): boolean {
  if (error instanceof ImportTaken || unavailableReason(error) !== undefined) return true;
  return isIdentityError(error) && error.status >= 500;
}
