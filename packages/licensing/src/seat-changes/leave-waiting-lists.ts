import type { Actor, EventType } from '@org/identity-core';
import type { IdentityPluginHost, Prisma, Transaction } from '@org/identity-prisma';

/** Ends open requests, of users who leave a tenant or no longer want a license, and with them their places in waiting lists. */
export async function leaveWaitingLists(
  tx: Transaction,
  { events }: Pick<IdentityPluginHost, 'events'>,
  { whose, actor, cause }: { whose: Prisma.Sql; actor: Actor; cause: EventType | 'user' },
): Promise<void> {
  const ended = await tx.$queryRaw<{ id: string; tenantId: string; userId: string; applicationId: string }[]>`
    DELETE FROM identity.license_requests WHERE ${whose} AND status IN ('PENDING', 'WAITING')
    RETURNING id, tenant_id AS "tenantId", user_id AS "userId", application_id AS "applicationId"`;
  if (ended.length === 0) return;
  await events.publishAll(
    tx,
    ended.map(({ id, tenantId, userId, applicationId }) => ({
      type: 'license_request.withdrawn' as const,
      tenantId,
      actor,
      subjectId: userId,
      data: { requestId: id, applicationId, cause },
    })),
  );
}
