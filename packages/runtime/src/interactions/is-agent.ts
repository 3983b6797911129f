import { isMarkedAgent, Prisma, type Transaction } from '@org/identity-prisma';
import type { ConsentKey } from '../provider/consents.js';

const isAgentThere = Prisma.raw(isMarkedAgent('given.client_id', 'given.tenant_id'));

/** Whether a client counts as an agent in the tenant that a user allows it something in. */
export async function isAgent(
  tx: Transaction,
  { clientId, tenantId }: Pick<ConsentKey, 'clientId' | 'tenantId'>,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ agent: boolean }[]>`
    SELECT ${isAgentThere} AS agent FROM (VALUES (${clientId}::text, ${tenantId ?? null}::uuid)) given(client_id, tenant_id)`;
  return row?.agent === true;
}
