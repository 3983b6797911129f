import { isIdentityError } from '@org/identity-core';
import { inOneTransaction, inTransactionOfTenants, type Transaction, unavailableReason } from '@org/identity-prisma';
import { createPeople, type NewPerson } from '../import/create-people.js';
import { importPerson } from '../import/import-person.js';
import type { ImportOptions } from '../import/import-services.js';
import { LineRefused } from '../import/line-refused.js';
import type { ImportedPerson } from '../import/person.js';
import type { ImportRun } from './import-run.js';
import { ImportTaken } from './import-taken.js';
import type { LineResult } from './record-lines.js';

const timeout = 60_000;
const internal = new LineRefused('', 'The line could not be imported because of an error of the server.');

/** Runs people who have no account yet as one batch. Returns false, without a change, if one of them needs a closer look. */
export async function importNewPeople(
  run: ImportRun,
  people: readonly (NewPerson & { readonly line: number })[],
  others: readonly LineResult[],
): Promise<boolean> {
  const { services, options } = run;
  try {
    await inBatch(run, async (tx) => {
      const created = await createPeople(tx, services, { people, options });
      const results = people.map(({ line, person: { email } }, index) => ({
        line,
        email,
        result: 'created' as const,
        waiting: created[index]?.waiting === true,
      }));
      return [...results, ...others].sort((one, other) => one.line - other.line);
    });
  } catch (error) {
    if (stopsImport(error)) throw error;
    return false;
  }
  if (options.invite && !run.rehearsed) services.sendMail();
  return true;
}

/** Imports one person in a transaction of its own. */
export async function importOne(run: ImportRun, { line, person }: { line: number; person: ImportedPerson }) {
  const { services, options } = run;
  const { email } = person;
  let changed = false;
  try {
    await inBatch(run, async (tx) => {
      const seatsTaken = await run.rehearsal?.replayBefore(tx, { line, person });
      const imported = await importPerson(tx, services, { person, options: withSeats(options, seatsTaken) });
      changed = imported.result !== 'unchanged';
      return [{ line, email, result: imported.result, waiting: imported.waiting }];
    });
  } catch (error) {
    if (stopsImport(error)) throw error;
    const known = error instanceof LineRefused;
    // Neither the message nor the stack: they may quote the line.
    if (!known) run.note(line, error);
    const { field, reason } = known ? error : internal;
    await run.record([{ line, email, result: 'refused', waiting: false, field, reason }]);
    return;
  }
  if (!changed || run.rehearsed) return;
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
  await run.record(result);
}

/** Whether an error says nothing about the line: the database is away, or another process goes on with the import. */
function stopsImport(error: unknown): boolean {
  if (error instanceof ImportTaken || unavailableReason(error) !== undefined) return true;
  return isIdentityError(error) && error.status >= 500;
}
