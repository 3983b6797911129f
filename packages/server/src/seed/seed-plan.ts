import { isDeepStrictEqual } from 'node:util';
import type { SeedEntry } from '@org/identity-core';

/** An entry of the seed: what it is, and its id, name, slug or email. */
export type PlannedEntry = Pick<SeedEntry, 'kind' | 'name'>;

/** What a seed would do. */
export interface SeedPlan {
  readonly added: readonly PlannedEntry[];
  /** `changes` has one text per field, e.g. `redirectUris + https://app.example/callback`. It never has a secret. */
  readonly changed: readonly (PlannedEntry & { readonly changes: readonly string[] })[];
  /** How many entries are in the database as the seed has them. */
  readonly unchanged: number;
  /** Clients, APIs, applications and the like that the seed does not list: they stay, because a seed never deletes. */
  readonly left: readonly PlannedEntry[];
}

/** Compares the entries before and after. */
export function planOf(
  before: ReadonlyMap<string, SeedEntry>,
  after: ReadonlyMap<string, SeedEntry>,
  left: readonly PlannedEntry[],
): SeedPlan {
  const added: PlannedEntry[] = [];
  const changed: (PlannedEntry & { changes: string[] })[] = [];
  let unchanged = 0;
  for (const [key, entry] of after) {
    const { kind, name } = entry;
    const earlier = before.get(key);
    const changes = earlier ? changesOf(earlier, entry) : [];
    if (!earlier) added.push({ kind, name });
    else if (changes.length > 0) changed.push({ kind, name, changes });
    else unchanged += 1;
  }
  return { added, changed, unchanged, left };
}

function changesOf(before: SeedEntry, after: SeedEntry): string[] {
  const fields = Object.entries(after.fields).flatMap(([field, value]) => {
    const earlier = before.fields[field];
    return isDeepStrictEqual(earlier, value) ? [] : [`${field} ${difference(earlier, value)}`];
  });
  return before.secrets === after.secrets ? fields : [...fields, 'clientSecret changed'];
}

function difference(before: unknown, after: unknown): string {
  if (!isTexts(before) || !isTexts(after)) return `${shown(before)} → ${shown(after)}`;
  const gone = before.filter((text) => !after.includes(text)).map((text) => `- ${text}`);
  const come = after.filter((text) => !before.includes(text)).map((text) => `+ ${text}`);
  return [...gone, ...come].join(' ') || 'in another order';
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const shown = (value: unknown): string => JSON.stringify(value ?? null);

/** Whether the seed would change anything. */
export function isSeedChange({ added, changed }: Pick<SeedPlan, 'added' | 'changed'>): boolean {
  return added.length + changed.length > 0;
}

/** The plan as lines for a terminal. */
export function describePlan({ added, changed, unchanged, left }: SeedPlan): string[] {
  return [
    ...added.map(({ kind, name }) => `+ ${kind} ${name}`),
    ...changed.map(({ kind, name, changes }) => `~ ${kind} ${name}: ${changes.join(', ')}`),
    `= ${unchanged} unchanged`,
    ...left.map(({ kind, name }) => `! ${kind} ${name} is not in the seed and stays`),
  ];
}
