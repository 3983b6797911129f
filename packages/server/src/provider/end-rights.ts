import type { EventType, Subscriber } from '@org/identity-core';
import { revokeOneFactorGrants, revokeTenantGrants, type Transaction } from '@org/identity-prisma';

/** What a person or a whole tenant was granted ends in the transaction in which the right to it ends. */
export const endRights: readonly Subscriber<Transaction>[] = [
  ...(['member.suspended', 'member.removed'] satisfies EventType[]).map((on) => ({
    on,
    handle: (tx: Transaction, { tenantId, subjectId }: { tenantId: string | null; subjectId: string | null }) =>
      revokeTenantGrants(tx, { tenantId: tenantId ?? '', accountId: subjectId ?? '' }),
  })),
  {
    on: 'tenant.updated',
    async handle(tx, { tenantId, data }) {
      if (data['mfaPolicy'] === 'REQUIRED') await revokeOneFactorGrants(tx, { tenantId: tenantId ?? '' });
    },
  },
  { on: 'tenant.deleted', handle: (tx, { tenantId }) => revokeTenantGrants(tx, { tenantId: tenantId ?? '' }) },
];
