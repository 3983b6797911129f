import type { Actor, RestoreStep } from '@org/identity-core';
import {
  type Database,
  type EventBus,
  type IdentityPlugin,
  lockUntilCommit,
  longTransaction,
  restoreSteps,
  type Transaction,
} from '@org/identity-prisma';
import { type HeldMail, holdMail, listHeldMail } from './hold-mail.js';
import { readMissingSpan } from './read-missing-span.js';
import { requireNoServers } from './require-no-servers.js';

/** For all steps together: a large database has millions of tokens. */
const timeout = 60 * 60 * 1000;

export interface EndRevived {
  /** The plugins of the servers. Each contributes what it ends. */
  plugins: readonly IdentityPlugin[];
  actor: Actor;
  /** When the lost database was last used (default: now). */
  until?: Date | undefined;
  /** Does everything and rolls it back. */
  dryRun?: boolean;
  /** Does not look for running servers. */
  force?: boolean;
}

export interface EndedThings {
  name: string;
  /** What was ended, for people. */
  ends: string;
  count: number;
}

export interface Restored {
  dryRun: boolean;
  /** True if there was nothing left to end: then no event is written. */
  repeated: boolean;
  lastEventAt: Date | null;
  missingFrom: Date | null;
  missingTo: Date;
  ended: EndedThings[];
  heldMail: HeldMail[];
}

/** Ends what a restore to an earlier moment has brought back to life, in one transaction. A second run changes nothing. */
export async function endRevived(
  { db, events }: { db: Database; events: Pick<EventBus, 'publish'> },
  { plugins, actor, until, dryRun = false, force = false }: EndRevived,
): Promise<Restored> {
  const steps = [...restoreSteps, holdMail, ...plugins.flatMap((plugin) => plugin.declares?.restoreSteps ?? [])];
  requireUniqueNames(steps);
  const work = async (tx: Transaction): Promise<Restored> => {
    await lockUntilCommit(tx, 'restores');
    if (!force) await requireNoServers(tx);
    const { lastEventAt, from, to, repeated: before } = await readMissingSpan(tx, until);
    const ended: EndedThings[] = [];
    for (const { name, ends, end } of steps) ended.push({ name, ends, count: await end(tx, { from, to }) });
    const repeated = before && ended.every(({ count }) => count === 0);
    if (!repeated) {
      const times = { lastEventAt, missingFrom: from, missingTo: to };
      const texts = Object.entries(times).map(([name, time]) => [name, time?.toISOString() ?? null] as const);
      const counts = ended.map(({ name, count }) => [name, count] as const);
      const data = { ...Object.fromEntries(texts), ...Object.fromEntries(counts) };
      await events.publish(tx, { type: 'platform.restored', tenantId: null, actor, subjectId: null, data });
    }
    const heldMail = await listHeldMail(tx);
    return { dryRun, repeated, lastEventAt, missingFrom: from, missingTo: to, ended, heldMail };
  };
  return dryRun ? rolledBack(db, work) : longTransaction(db, work, { timeout, lockTimeout: 30_000 });
}

/** Runs the whole work and rolls it back, so that the numbers are those of a real run. */
async function rolledBack<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const enough = new Error('This was a dry run.');
  let result: { value: Result } | undefined;
  const undo = async (tx: Transaction) => {
    result = { value: await work(tx) };
    throw enough;
  };
  await longTransaction(db, undo, { timeout, lockTimeout: 30_000 }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  if (!result) throw enough;
  return result.value;
}

function requireUniqueNames(steps: readonly RestoreStep<Transaction>[]): void {
  const names = ['lastEventAt', 'missingFrom', 'missingTo', ...steps.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two steps after a restore are called "${twice}". Every step needs a unique name.`);
}
