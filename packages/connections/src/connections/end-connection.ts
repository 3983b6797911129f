import type { Actor } from '@org/identity-core';
import { endConnectionSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { endVisits } from '../visits/visits.js';

interface Ending {
  readonly id: string;
  readonly tenantId: string;
  readonly actor: Actor;
  /** Whether the users who came by it stay signed in. */
  readonly keepSessions?: boolean | undefined;
}

/** Enough to end 100,000 sessions in one transaction. */
export const endingMilliseconds = 120_000;

/**
 * Stops a connection in the caller's transaction: from the commit on, nobody signs in by it, and the sessions and tokens that
 * came by it are over, unless the owner keeps them. Call `sendLogoutNotices` after the commit.
 */
export async function endConnection(
  tx: Transaction,
  { events, services }: Pick<IdentityPluginHost, 'events' | 'services'>,
  { id, tenantId, actor, keepSessions = false }: Ending,
): Promise<void> {
  await tx.connection.update({ where: { id }, data: { status: 'DISABLED' } });
  await tx.connectionDomain.updateMany({ where: { connectionId: id }, data: { active: false } });
  await endVisits(tx, id);
  if (keepSessions) return;
  await endConnectionSessions(tx, { tenantId, connectionId: id }, async (userIds) => {
    if (!services.signInRecords) return;
    const ended = { type: 'session.ended', tenantId, actor, data: {} } as const;
    await events.recordAll(
      tx,
      userIds.map((subjectId) => ({ ...ended, subjectId })),
    );
  });
}
