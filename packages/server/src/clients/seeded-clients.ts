import { hashOneTimeSecret, type PluginClientFields, pluginFieldValues, type SeedSection } from '@org/identity-core';
import { fieldOfRow, revokeClientGrants, type Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { markAgent } from './agent-mark.js';
import { type ClientInput, clientInput, isAgent } from './client-input.js';
import { type ClientReferences, clientRow } from './client-row.js';
import { endFormerProofs, needsNewTokens } from './client-security.js';

/** The section `clients` of the seed. */
export const seededClients: SeedSection<Transaction, ClientInput> = {
  kind: 'client',
  entry: clientInput,
  nameOf: ({ id }) => id,
  after: ['applications', 'tenants'],
  async write(tx, clients, seed) {
    for (const client of clients)
      await seedClient(tx, client, {
        applicationId: client.application ? seed.idOf('applications', client.application) : null,
        tenantId: client.tenant ? seed.idOf('tenants', client.tenant) : null,
      });
    return new Map(clients.map(({ id }) => [id, id]));
  },
  async read(tx, clients) {
    const found = await tx.client.findMany({
      where: { id: { in: clients.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
      include: {
        secrets: true,
        application: { select: { name: true } },
        tenant: { select: { slug: true } },
        agentMark: { select: { clientId: true } },
      },
    });
    return found.map(({ id, secrets, application, tenant, agentMark, ...columns }) => {
      const {
        applicationId: _application,
        tenantId: _tenant,
        createdAt: _created,
        updatedAt: _updated,
        pluginFields: _fields,
        ...own
      } = columns;
      const ofPlugins = pluginFieldValues(columns.type, (name) => fieldOfRow(columns, name));
      const references = { application: application?.name ?? null, tenant: tenant?.slug ?? null };
      const fields = { ...own, ...ofPlugins, agent: agentMark !== null, ...references };
      const hashes = secrets.map(({ hash }) => Buffer.from(hash).toString('hex'));
      return { kind: 'client', name: id, fields, secrets: hashes.sort().join() };
    });
  },
  async left(tx, clients) {
    const others = await tx.client.findMany({
      where: { id: { notIn: clients.map(({ id }) => id) } },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    return others.map(({ id }) => id);
  },
};

/** Creates or updates a client of the seed. Its secret is stored as a hash. */
async function seedClient(tx: Transaction, client: ClientInput, references: ClientReferences): Promise<void> {
  const { id } = client;
  const before = await tx.client.findUnique({ where: { id } });
  const data = clientRow(client, references, before);
  await tx.client.upsert({ where: { id }, create: { id, ...data }, update: data });
  await markAgent(tx, id, { by: 'byOperator', agent: isAgent(client) });
  if (before) {
    await endFormerProofs(tx, id, { before, after: client });
    if (needsNewTokens(before, client)) await revokeClientGrants(tx, id);
  }
  if (client.type === 'SPA' || client.secret === undefined) return;
  const hash = hashOneTimeSecret(client.secret);
  // The seed overrides the database: a secret that is not in the seed becomes invalid.
  await tx.clientSecret.deleteMany({ where: { clientId: id, NOT: { hash } } });
  await tx.clientSecret.upsert({
    where: { clientId_hash: { clientId: id, hash } },
    create: { clientId: id, hash },
    update: {},
  });
}

/** With the fields of a host's plugins, which the type of the schema does not know. */
export type SeededClient = z.input<ReturnType<typeof clientInput>> & Partial<PluginClientFields>;

declare module '@org/identity-core' {
  interface SeedSections {
    clients: SeededClient[];
  }
}
