import type { SeedSection } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { ApiInput } from './api-input.js';
import { seedApis } from './seed-apis.js';

/** The section `apis` of the seed. */
export const seededApis: SeedSection<Transaction, z.output<typeof ApiInput>> = {
  kind: 'API',
  entry: () => ApiInput,
  nameOf: ({ identifier }) => identifier,
  after: ['clients'],
  async write(tx, apis) {
    await seedApis(tx, apis);
    return new Map();
  },
  async read(tx, apis) {
    const found = await tx.api.findMany({
      where: { identifier: { in: apis.map(({ identifier }) => identifier) } },
      orderBy: { identifier: 'asc' },
      select: {
        identifier: true,
        name: true,
        open: true,
        scopes: { select: { name: true, description: true }, orderBy: { name: 'asc' } },
        clients: { select: { clientId: true, scopes: true }, orderBy: { clientId: 'asc' } },
      },
    });
    return found.map(({ identifier, name, open, scopes, clients }) => ({
      kind: 'API',
      name: identifier,
      fields: {
        name,
        open,
        scopes: scopes.map((scope) => `${scope.name} (${scope.description})`),
        clients: clients.map((client) => [client.clientId, ...client.scopes].join(' ')),
      },
    }));
  },
  async left(tx, apis) {
    const others = await tx.api.findMany({
      where: { identifier: { notIn: apis.map(({ identifier }) => identifier) } },
      select: { identifier: true },
      orderBy: { identifier: 'asc' },
    });
    return others.map(({ identifier }) => identifier);
  },
};

export type SeededApi = z.input<typeof ApiInput>;

declare module '@org/identity-core' {
  interface SeedSections {
    apis: SeededApi[];
  }
}
