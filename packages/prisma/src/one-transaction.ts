import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainEvent } from '@org/identity-core';
import { beginAgain } from './connection/transactions.js';
import type { Database, Transaction } from './database-types.js';

/** The events and mails of a change, in order. */
export interface Outcome {
  readonly events: readonly DomainEvent[];
  readonly mails: readonly QueuedMail[];
}

export interface QueuedMail {
  readonly kind: string;
  readonly to: string;
}

interface Run {
  readonly tx: Transaction;
  readonly events: DomainEvent[];
  readonly mails: QueuedMail[];
  readonly afterCommit: (() => void)[];
  /** Whether a transaction of the work is running. They share one connection, so only one can run at a time. */
  busy: boolean;
  over: boolean;
}

type Work = (tx: Transaction) => Promise<unknown>;

const current = new AsyncLocalStorage<Run>();
const timeout = 120_000;

function currentRun(): Run | undefined {
  const run = current.getStore();
  // Work that continues after the response, such as sending mail, has the same async context.
  return run?.over ? undefined : run;
}

/**
 * Runs work so that all its transactions become part of one transaction. Then commits it if `keep` returns true for the
 * result and the outcome, and otherwise rolls it back. Statements outside of a transaction use their own connections.
 */
export async function inOneTransaction<Result>(
  db: Database,
  work: () => Promise<Result>,
  keep: (result: Result, outcome: Outcome) => boolean | Promise<boolean>,
): Promise<{ result: Result; outcome: Outcome; kept: boolean }> {
  let done: { result: Result; run: Run } | undefined;
  const attempt = db.$transaction(
    async (tx) => {
      const run: Run = { tx, events: [], mails: [], afterCommit: [], busy: false, over: false };
      const result = await current.run(run, work).finally(() => {
        run.over = true;
      });
      done = { result, run };
      if (!(await keep(result, run))) throw new RollBack();
    },
    { timeout },
  );
  const kept = await attempt.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RollBack) return false;
      throw error;
    },
  );
  if (!done) throw new Error('The transaction ended before its work.');
  const { result, run } = done;
  if (kept) for (const action of run.afterCommit) action();
  return { result, outcome: { events: run.events, mails: run.mails }, kept };
}

/** Rolls back a transaction after its work has succeeded. Caught in this file. */
class RollBack extends Error {}

/** Makes `$transaction` join the transaction of `inOneTransaction`, if the caller runs inside one. */
export function joinTransactions(db: Database): void {
  const begin = db.$transaction.bind(db) as (work: unknown, options?: unknown) => Promise<unknown>;
  // `$transaction` takes a function or a list of queries. TypeScript cannot express a replacement for these overloads.
  db.$transaction = ((work: unknown, options?: unknown) => {
    const run = currentRun();
    if (!run) return typeof work === 'function' ? beginAgain(begin, work as Work, options) : begin(work, options);
    if (typeof work !== 'function') throw new Error('Inside one transaction, $transaction takes a function.');
    return join(run, work as Work);
  }) as typeof db.$transaction;
}

async function join(run: Run, work: Work): Promise<unknown> {
  if (run.busy) throw new Error('Two transactions at once cannot share one transaction.');
  const { tx, events, mails } = run;
  const before = { events: events.length, mails: mails.length };
  run.busy = true;
  try {
    await tx.$executeRaw`SAVEPOINT joined`;
    const result = await work(tx);
    // Checks deferred constraints now, so that the caller gets the error that a commit would cause.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await tx.$executeRaw`SET CONSTRAINTS ALL DEFERRED`;
    await tx.$executeRaw`RELEASE SAVEPOINT joined`;
    return result;
  } catch (error) {
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT joined`;
    events.length = before.events;
    mails.length = before.mails;
    throw error;
  } finally {
    run.busy = false;
  }
}

/** Whether the caller runs inside `inOneTransaction`. */
export function isInOneTransaction(): boolean {
  return currentRun() !== undefined;
}

/** Adds an event to the outcome, if the caller runs inside `inOneTransaction`. */
export function noteEvent(event: DomainEvent): void {
  currentRun()?.events.push(event);
}

/** Adds a mail to the outcome, if the caller runs inside `inOneTransaction`. */
export function noteMail(mail: QueuedMail): void {
  currentRun()?.mails.push(mail);
}

/** Calls the action after the commit of `inOneTransaction`, and never after a rollback. Outside of it, calls it at once. */
export function afterCommit(action: () => void): void {
  const run = currentRun();
  if (run) run.afterCommit.push(action);
  else action();
}
