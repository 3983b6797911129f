import type { Transaction } from '@org/identity-prisma';
import type { ApiInput } from './api-input.js';
import { checkClients, writeLists } from './write-api.js';

/** Creates or updates the APIs of the seed. Its lists of scopes and clients replace those of the database. */
export async function seedApis(tx: Transaction, apis: readonly ApiInput[]): Promise<void> {
  for (const api of apis) {
    const { identifier, name, open } = api;
    await checkClients(tx, api);
    const include = { scopes: true, clients: true };
    const before = await tx.api.upsert({
      where: { identifier },
      create: { identifier, name, open },
      update: { name, open },
      include,
    });
    await writeLists(tx, before, api);
  }
}
