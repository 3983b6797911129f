import { type SeedApplicationFields, type SeedSection, text } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { AgentSeats, storedAgentSeats, withAgentSeats } from './agent-seats.js';

const ApplicationSeed = z.strictObject({
  id: z.uuid().optional(),
  name: text(100, { min: 1 }),
  agentSeats: AgentSeats.optional(),
});

/** The section `applications` of the seed. Plugins add to it, such as the license types. */
export const seededApplications: SeedSection<Transaction, z.output<typeof ApplicationSeed>> = {
  kind: 'application',
  entry: () => ApplicationSeed,
  nameOf: ({ name }) => name,
  async write(tx, applications) {
    const ids = new Map<string, string>();
    for (const { id, name, agentSeats } of applications) {
      const rule = agentSeats ? { agentSeats: storedAgentSeats(agentSeats) } : {};
      const create = { ...(id ? { id } : {}), name, ...rule };
      ids.set(name, (await tx.application.upsert({ where: { name }, create, update: rule })).id);
    }
    return ids;
  },
  async read(tx, applications) {
    const found = await tx.application.findMany({
      where: { name: { in: applications.map(({ name }) => name) } },
      select: { name: true, agentSeats: true },
      orderBy: { name: 'asc' },
    });
    return found.map(({ name, ...row }) => ({
      kind: 'application',
      name,
      fields: { agentSeats: withAgentSeats(row).agentSeats },
    }));
  },
  async left(tx, applications) {
    const others = await tx.application.findMany({
      where: { name: { notIn: applications.map(({ name }) => name) } },
      select: { name: true },
      orderBy: { name: 'asc' },
    });
    return others.map(({ name }) => name);
  },
};

export type SeededApplication = z.input<typeof ApplicationSeed> & Partial<SeedApplicationFields>;

declare module '@org/identity-core' {
  interface SeedSections {
    applications: SeededApplication[];
  }
}
