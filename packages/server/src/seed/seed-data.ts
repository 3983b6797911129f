import type { SeedSections } from '@org/identity-core';
import { z } from 'zod';
import type { JoinedSection } from './seed-sections.js';

// Whoever knows the type of the seed has to know the sections of the server as well.
export type { SeededApi } from '../apis/seeded-apis.js';
export type { SeededApplication } from '../applications/seeded-applications.js';
export type { SeededClient } from '../clients/seeded-clients.js';

/** The initial data of a deployment: a list for each section. */
export type SeedData = { [Section in keyof SeedSections]?: SeedSections[Section] | undefined };

/** The entries of each section, with every default. */
export type Seed = Readonly<Record<string, readonly unknown[]>>;

/** The schema of a seed with these sections. */
export function seedSchema(sections: readonly JoinedSection[]): z.ZodType<Seed> {
  return z.strictObject(
    Object.fromEntries(sections.map((section) => [section.name, z.array(entryOf(section)).default([])])),
  );
}

function entryOf({ name, section, fields }: JoinedSection): z.ZodType {
  const entry = section.entry();
  const added = Object.entries(fields).map(([field, { schema }]) => [field, schema()] as const);
  if (added.length === 0) return entry;
  if (!(entry instanceof z.ZodObject)) throw new Error(`Plugins cannot add to the section "${name}" of the seed.`);
  return entry.extend(Object.fromEntries(added));
}

/** Parses the seed. Throws an error that names every wrong entry by its id or name. */
export function readSeed(sections: readonly JoinedSection[], input: SeedData): Seed {
  const parsed = seedSchema(sections).safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `- ${describe(input, issue.path)} ${issue.message}`);
  throw new Error(`The seed has mistakes; nothing was written.\n${problems.join('\n')}`);
}

function describe(input: unknown, path: readonly PropertyKey[]): string {
  const [section, index, ...rest] = path.map(String);
  if (section === undefined) return 'The seed:';
  const entry = z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).safeParse(input).data?.[
    section ?? ''
  ]?.[Number(index)];
  const name = entry?.['id'] ?? entry?.['name'] ?? entry?.['slug'] ?? entry?.['email'] ?? index;
  return [`${section} "${String(name)}"`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}
