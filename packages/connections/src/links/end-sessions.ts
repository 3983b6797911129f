import type { Actor } from '@org/identity-core';
import { endUserConnectionSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';

interface EndedLink {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly actor: Actor;
  /** The uid of the session that goes on. */
  readonly kept?: string | undefined;
}

/**
 * Ends the sessions and tokens of a user that came by a connection, and no others. Call it after the link has changed: a sign-in
 * that stores its session at this moment then does not find it any more. Call `sendLogoutNotices` after the commit.
 */
export async function endLinkSessions(
  tx: Transaction,
  { events, services }: Pick<IdentityPluginHost, 'events' | 'services'>,
  { tenantId, connectionId, userId, actor, kept }: EndedLink,
): Promise<void> {
  const ended = await endUserConnectionSessions(tx, { tenantId, connectionId, userId, kept });
  if (!services.signInRecords) return;
  const event = { type: 'session.ended', tenantId, actor, subjectId: userId, data: {} } as const;
  await events.recordAll(
    tx,
    Array.from({ length: ended }, () => event),
  );
}
