import { isUuid, validationFailed } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Throws unless the tenant has this connection. */
export async function requireConnection(
  tx: Transaction,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<void> {
  const where = { id: connectionId, tenantId };
  const found = isUuid(connectionId) ? await tx.connection.count({ where }) : 0;
  if (found === 0) throw validationFailed([{ path: 'connectionId', message: 'is no connection of this tenant' }]);
}
