import type { SeedView, WrittenSeed } from '@org/identity-core';
import type { Seed } from './seed-data.js';
import type { JoinedSection } from './seed-sections.js';

/** The seed as its sections see each other. */
export function viewOf(sections: readonly JoinedSection[], seed: Seed): SeedView {
  const named = new Map(sections.map(({ name, section }) => [name, section]));
  const keyOf = (section: string, name: string) => named.get(section)?.keyOf?.(name) ?? name;
  const entries = (section: string) => seed[section] ?? [];
  return {
    entries,
    keyOf,
    keys: (name) => entries(name).map((entry) => keyOf(name, named.get(name)?.nameOf(entry) ?? '')),
  };
}

/** The same with the ids of what was written, by section and key. */
export function writtenView(
  sections: readonly JoinedSection[],
  seed: Seed,
  ids: ReadonlyMap<string, ReadonlyMap<string, string>>,
): WrittenSeed {
  const view = viewOf(sections, seed);
  const kinds = new Map(
    sections.flatMap(({ name, section, fields }) => [
      [name, section.kind] as const,
      ...Object.entries(fields).map(([field, { kind }]) => [`${name}.${field}`, kind] as const),
    ]),
  );
  return {
    ...view,
    idOf(section, name, shown = name) {
      const id = ids.get(section)?.get(view.keyOf(section, name));
      const kind = kinds.get(section) ?? section;
      if (id === undefined)
        throw new Error(`The seed refers to the ${kind} "${shown}", but does not list it; nothing was written.`);
      return id;
    },
  };
}

/** The values that an entry has in the fields of plugins; its schema has given it every default. */
export function fieldOf(entry: unknown, field: string): unknown {
  const values: Readonly<Record<string, unknown>> = typeof entry === 'object' && entry !== null ? { ...entry } : {};
  return values[field];
}
