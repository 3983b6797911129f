import { type DeclaredLists, declareLists } from '@org/identity-core';
import {
  type IdentityPlugin,
  lockUntilCommit,
  longTransaction,
  openDatabase,
  type Transaction,
} from '@org/identity-prisma';
import { builtInPlugins } from '../built-in-plugins.js';
import { checkDeclarations } from '../check-declarations.js';
import { readSeed, type Seed, type SeedData } from './seed-data.js';
import { planOf, type SeedPlan } from './seed-plan.js';
import { type JoinedSection, seedSections } from './seed-sections.js';
import { readEntries, readLeftovers } from './seed-snapshot.js';
import { fieldOf, writtenView } from './seed-view.js';

/** What is seeded, and where. */
export interface SeedOptions {
  databaseUrl: string;
  data: SeedData;
  /** The plugins of the server. Each can bring sections of its own. Default: those of this package. */
  plugins?: readonly IdentityPlugin[];
  /** Writes nothing, and returns what would change. */
  rehearse?: boolean;
}

/** Writes the seed in one transaction: if a single entry is wrong, nothing is written. It can run any number of times. */
export async function seed(options: SeedOptions & { rehearse: true }): Promise<SeedPlan>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined> {
  const plugins = options.plugins ?? (await builtInPlugins());
  checkDeclarations(plugins);
  for (const { declares } of plugins) declareLists<DeclaredLists>(declares ?? {});
  const sections = seedSections(plugins);
  const data = readSeed(sections, options.data);
  // A rehearsal stores nothing, so it needs no hash of a password.
  const prepared = options.rehearse ? new Map<string, unknown>() : await prepare(sections, data);
  const { db, close } = openDatabase({ databaseUrl: options.databaseUrl, poolSize: 2 });
  try {
    const limits = { timeout: 60_000, maxWait: 30_000, lockTimeout: 60_000 };
    const work = { sections, data, prepared };
    if (options.rehearse) return await rehearse((run) => longTransaction(db, run, limits), work);
    await longTransaction(db, (tx) => write(tx, work), limits);
    return undefined;
  } finally {
    await close();
  }
}

interface SeedWork {
  readonly sections: readonly JoinedSection[];
  readonly data: Seed;
  /** What sections have done before the transaction, by their names. */
  readonly prepared: ReadonlyMap<string, unknown>;
}

async function prepare(sections: readonly JoinedSection[], data: Seed): Promise<Map<string, unknown>> {
  const prepared = new Map<string, unknown>();
  for (const { name, section } of sections) prepared.set(name, await section.prepare?.(data[name] ?? []));
  return prepared;
}

/** Carries the plan out of a transaction that rolls back. */
class RolledBack extends Error {
  constructor(readonly plan: SeedPlan) {
    super('The seed was only rehearsed.');
  }
}

/** Runs the seed as it would run, compares, and rolls back. */
async function rehearse(
  inTransaction: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
  work: SeedWork,
): Promise<SeedPlan> {
  const { sections, data } = work;
  try {
    await inTransaction(async (tx) => {
      const before = await readEntries(tx, sections, data);
      await write(tx, work);
      const after = await readEntries(tx, sections, data);
      throw new RolledBack(planOf(before, after, await readLeftovers(tx, sections, data)));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.plan;
    throw error;
  }
  throw new Error('The rehearsal was not rolled back.');
}

async function write(tx: Transaction, { sections, data, prepared }: SeedWork): Promise<void> {
  // If two processes seed at the same time, the second one waits and then finds all entries.
  await lockUntilCommit(tx, 'seed');
  const ids = new Map<string, ReadonlyMap<string, string>>();
  const seen = writtenView(sections, data, ids);
  for (const { name, section, fields } of sections) {
    const entries = data[name] ?? [];
    ids.set(name, await section.write(tx, entries, seen, prepared.get(name)));
    for (const [field, { write: writeField }] of Object.entries(fields)) {
      const written = new Map<string, string>();
      for (const entry of entries) {
        const entryName = section.nameOf(entry);
        const values = await writeField(tx, seen.idOf(name, entryName), fieldOf(entry, field));
        for (const [key, id] of values) written.set(`${entryName}/${key}`, id);
      }
      ids.set(`${name}.${field}`, written);
    }
  }
}
