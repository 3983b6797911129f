import type { DeclaredSeed, SeedField, SeedSection } from '@org/identity-core';
import type { IdentityPlugin, Transaction } from '@org/identity-prisma';
import { seededApis } from '../apis/seeded-apis.js';
import { seededApplications } from '../applications/seeded-applications.js';
import { seededClients } from '../clients/seeded-clients.js';

/** A section with what plugins add to its entries. */
export interface JoinedSection {
  readonly name: string;
  readonly section: SeedSection<Transaction>;
  readonly fields: Readonly<Record<string, SeedField<Transaction>>>;
}

const ofServer: { name: string; seed: DeclaredSeed<Transaction> } = {
  name: 'platform',
  seed: { sections: { applications: seededApplications, clients: seededClients, apis: seededApis } },
};

/** The sections of the server and of these plugins. Each comes after those that it refers to. */
export function seedSections(plugins: readonly Pick<IdentityPlugin, 'name' | 'declares'>[]): JoinedSection[] {
  const sections = new Map<string, SeedSection<Transaction>>();
  const fields = new Map<string, Record<string, SeedField<Transaction>>>();
  for (const { name: plugin, seed } of [ofServer, ...plugins.map(({ name, declares }) => ({ name, ...declares }))]) {
    for (const [name, section] of Object.entries(seed?.sections ?? {})) {
      if (sections.has(name))
        throw new Error(`The plugin "${plugin}" declares the section "${name}" of the seed again.`);
      sections.set(name, section);
    }
    for (const [name, added] of Object.entries(seed?.fields ?? {})) {
      const known = fields.get(name) ?? {};
      const twice = Object.keys(added).find((field) => Object.hasOwn(known, field));
      if (twice)
        throw new Error(`The plugin "${plugin}" declares the field "${twice}" of "${name}" in the seed again.`);
      fields.set(name, { ...known, ...added });
    }
  }
  return inOrder(sections).map(([name, section]) => ({ name, section, fields: fields.get(name) ?? {} }));
}

function inOrder(sections: ReadonlyMap<string, SeedSection<Transaction>>) {
  const ordered = new Map<string, SeedSection<Transaction>>();
  const add = (name: string, below: readonly string[]) => {
    const section = sections.get(name);
    if (!section || ordered.has(name)) return;
    if (below.includes(name)) throw new Error(`The sections of the seed refer to each other: ${below.join(', ')}.`);
    for (const other of section.after ?? []) add(other, [...below, name]);
    ordered.set(name, section);
  };
  for (const name of sections.keys()) add(name, []);
  return [...ordered];
}
