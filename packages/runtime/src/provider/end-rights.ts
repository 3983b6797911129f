import type { EventType, Subscriber, TenantPolicy } from '@org/identity-core';
import {
  revokeOneFactorGrants,
  revokeRefusedGrants,
  revokeTenantGrants,
  revokeUnmetGrants,
  type Transaction,
} from '@org/identity-prisma';

/** Revokes the grants of a user or a whole tenant in the same transaction that ends the right to them. */
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
  {
    on: 'tenant.policy_changed',
    // The data of the event is the policy.
    handle: (tx, { tenantId, data }) =>
      revokeUnmetGrants(tx, { tenantId: tenantId ?? '', policy: data as unknown as TenantPolicy }),
  },
  {
    on: 'tenant.application_policy_changed',
    handle: (tx, { tenantId }) => revokeRefusedGrants(tx, { tenantId: tenantId ?? '' }),
  },
  {
    on: 'tenant.deleted',
    handle: (tx, { tenantId }) => revokeTenantGrants(tx, { tenantId: tenantId ?? '' }),
    handleUsers: (tx, { tenantId }, userIds) =>
      revokeTenantGrants(tx, { tenantId: tenantId ?? '', accountId: userIds }),
  },
];
