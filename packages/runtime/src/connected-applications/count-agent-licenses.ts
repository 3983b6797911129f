import type { Transaction } from '@org/identity-prisma';

/**
 * How many licenses of its own a client has in a tenant that end when the tenant no longer counts it as an agent. None, if it is
 * an agent in every tenant.
 */
export async function countAgentLicenses(
  tx: Pick<Transaction, '$queryRaw'>,
  { tenantId, clientId }: { tenantId: string; clientId: string },
): Promise<number> {
  const [row] = await tx.$queryRaw<{ licenses: number }[]>`
    SELECT count(*)::int AS licenses FROM identity.agent_seats s JOIN identity.clients c ON c.id = s.client_id
    WHERE s.tenant_id = ${tenantId}::uuid AND s.client_id = ${clientId} AND NOT c.token_exchange
      AND NOT EXISTS (SELECT FROM identity.agent_clients mark WHERE mark.client_id = c.id)`;
  return row?.licenses ?? 0;
}
