import { forbidden, type Principal } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';
import { agentNotFound } from '../access/errors.js';

/** A client that can act for the members of a tenant. */
export interface Agent {
  readonly clientId: string;
  readonly name: string;
}

/** How many agents a page offers. */
const maxOffered = 200;

/** The conditions for a client to be an agent in a tenant, for Prisma. Each of them ends a seat as well: see the triggers. */
const isAgent = (tenantId: string) => ({
  blockedAt: null,
  AND: [
    {
      OR: [{ tokenExchange: true }, { agentMark: { isNot: null } }, { inTenants: { some: { tenantId, agent: true } } }],
    },
    { OR: [{ tenantId: null }, { tenantId }] },
  ],
  inTenants: { none: { tenantId, status: 'BLOCKED' as const } },
});

/** Finds an agent by its client id. Throws if the tenant knows no such agent. */
export async function findAgent(
  db: Transaction,
  { tenantId, clientId }: { tenantId: string; clientId: string },
): Promise<Agent> {
  const client = clientId.includes('\u0000')
    ? null
    : await db.client.findFirst({ where: { id: clientId, ...isAgent(tenantId) }, select: { id: true, name: true } });
  if (!client) throw agentNotFound();
  return { clientId: client.id, name: client.name };
}

/** The agents that have no seat of an application in a tenant. */
export async function findAgentsWithoutSeat(
  db: Database,
  { tenantId, applicationId }: { tenantId: string; applicationId: string },
): Promise<Agent[]> {
  const clients = await db.client.findMany({
    where: { ...isAgent(tenantId), agentSeats: { none: { tenantId, applicationId } } },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
    take: maxOffered,
  });
  return clients.map(({ id, name }) => ({ clientId: id, name }));
}

/** An agent does not decide about the seats of agents, also not of its own, whatever the user whom it acts for may do. */
export function requireNoAgent(principal: Principal): void {
  if (principal.kind === 'user' && principal.agentId !== undefined)
    throw forbidden('An agent cannot grant or take back the seats of agents.');
}
