import type { Database } from '@org/identity-prisma';

export interface ListedClient {
  id: string;
  name: string;
  type: string;
  firstParty: boolean;
  application: string | null;
  tenant: string | null;
  scopes: string[];
  redirectUris: string[];
  /** Those that work, newest first: never the secrets themselves. */
  secrets: { createdAt: Date; expiresAt: Date | null }[];
  createdAt: Date;
}

/** All clients by their id, with what an operator has to know of each. */
export async function listClients(db: Database): Promise<ListedClient[]> {
  const clients = await db.client.findMany({
    orderBy: { id: 'asc' },
    include: {
      application: { select: { name: true } },
      tenant: { select: { slug: true } },
      secrets: {
        where: { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
        orderBy: { createdAt: 'desc' },
        select: { createdAt: true, expiresAt: true },
      },
    },
  });
  return clients.map(
    ({ id, name, type, firstParty, application, tenant, scopes, redirectUris, secrets, createdAt }) => ({
      id,
      name,
      type,
      firstParty,
      application: application?.name ?? null,
      tenant: tenant?.slug ?? null,
      scopes,
      redirectUris,
      secrets,
      createdAt,
    }),
  );
}
