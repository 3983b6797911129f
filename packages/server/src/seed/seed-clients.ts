import { hashOneTimeSecret } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { ClientInput } from '../clients/client-input.js';
import { type ClientReferences, clientRow } from '../clients/client-row.js';

/** Creates or updates a client of the seed. Its secret is stored as a hash. */
export async function seedClient(tx: Transaction, client: ClientInput, references: ClientReferences): Promise<void> {
  const { id } = client;
  const data = clientRow(client, references);
  await tx.client.upsert({ where: { id }, create: { id, ...data }, update: data });
  if (client.type === 'SPA') return;
  const hash = hashOneTimeSecret(client.secret);
  // The seed overrides the database: a secret that is not in the seed becomes invalid.
  await tx.clientSecret.deleteMany({ where: { clientId: id, NOT: { hash } } });
  await tx.clientSecret.upsert({
    where: { clientId_hash: { clientId: id, hash } },
    create: { clientId: id, hash },
    update: {},
  });
}
