import type { SeedEntry } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Seed } from './seed-data.js';
import type { PlannedEntry } from './seed-plan.js';
import type { JoinedSection } from './seed-sections.js';
import { fieldOf, viewOf } from './seed-view.js';

/** The entries of a seed as they are in the database, by kind and name. What plugins add to an entry follows it. */
export async function readEntries(
  tx: Transaction,
  sections: readonly JoinedSection[],
  seed: Seed,
): Promise<Map<string, SeedEntry>> {
  const view = viewOf(sections, seed);
  const found: SeedEntry[] = [];
  for (const { name: sectionName, section, fields } of sections) {
    const entries = seed[sectionName] ?? [];
    for (const one of await section.read(tx, entries, view)) {
      found.push(one);
      const entry = entries.find((each) => section.nameOf(each) === one.name);
      if (entry === undefined) continue;
      for (const [field, { read }] of Object.entries(fields))
        found.push(...(await read(tx, one.name, fieldOf(entry, field))));
    }
  }
  return new Map(found.map((entry) => [`${entry.kind} ${entry.name}`, entry]));
}

/** What the database has beside the seed, of the kinds that only a seed or an operator adds: a seed never deletes. */
export async function readLeftovers(
  tx: Transaction,
  sections: readonly JoinedSection[],
  seed: Seed,
): Promise<PlannedEntry[]> {
  const all: PlannedEntry[] = [];
  for (const { name: sectionName, section, fields } of sections) {
    const entries = seed[sectionName] ?? [];
    const names = (await section.left?.(tx, entries)) ?? [];
    const found: PlannedEntry[] = names.map((name) => ({ kind: section.kind, name }));
    for (const entry of entries)
      for (const [field, { kind, left }] of Object.entries(fields)) {
        const others = (await left?.(tx, section.nameOf(entry), fieldOf(entry, field))) ?? [];
        found.push(...others.map((name) => ({ kind, name })));
      }
    // What is left of an entry stands where the entry would stand. Without fields, the section has the order.
    all.push(...(Object.keys(fields).length > 0 ? found.toSorted(byName) : found));
  }
  return all;
}

const byName = (one: PlannedEntry, other: PlannedEntry) =>
  one.name === other.name ? 0 : one.name < other.name ? -1 : 1;
