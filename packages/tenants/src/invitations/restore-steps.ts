import type { RestoreStep } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/**
 * Ends the links of invitations, because a revoked invitation is pending again after a restore. The invitations stay in the
 * list of the tenant, where an admin sends them again or revokes them. The hash of a link has 32 bytes. The id of the
 * invitation, which takes its place, has 16, so no link leads to it.
 */
export const restoreSteps: readonly RestoreStep<Transaction>[] = [
  {
    name: 'invitationLinks',
    ends: 'links of invitations',
    end: (tx) => tx.$executeRaw`
      UPDATE identity.invitations SET secret_hash = uuid_send(id)
      WHERE status = 'PENDING' AND octet_length(secret_hash) = 32`,
  },
];
