import { type Actor, hashOneTimeSecret } from '@org/identity-core';
import type { Database, EventBus, Transaction } from '@org/identity-prisma';
import type { ClientInput } from './client-input.js';
import { type ClientReferences, clientRow } from './client-row.js';

export interface ClientServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
}

/** Adds a client; one that exists already is refused, and stays as it is. */
export async function createClient(
  { db, events }: ClientServices,
  { client, actor }: { client: ClientInput; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const references = await findReferences(tx, client);
    const { id, type } = client;
    const row = { id, ...clientRow(client, references) };
    // Does nothing when the id is taken; the count says so.
    const { count } = await tx.client.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new Error(`There is a client "${id}" already.`);
    if (client.type !== 'SPA') {
      await tx.clientSecret.create({ data: { clientId: id, hash: hashOneTimeSecret(client.secret) } });
    }
    const { tenantId } = references;
    await events.publish(tx, { type: 'client.created', tenantId, actor, subjectId: id, data: { type } });
  });
}

async function findReferences(tx: Transaction, { application, tenant }: ClientInput): Promise<ClientReferences> {
  const found = {
    application: application === undefined ? null : await tx.application.findUnique({ where: { name: application } }),
    tenant: tenant === undefined ? null : await tx.tenant.findUnique({ where: { slug: tenant } }),
  };
  if (application !== undefined && !found.application) throw new Error(`There is no application "${application}".`);
  if (tenant !== undefined && !found.tenant) throw new Error(`There is no tenant "${tenant}".`);
  return { applicationId: found.application?.id ?? null, tenantId: found.tenant?.id ?? null };
}
