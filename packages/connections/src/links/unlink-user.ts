import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { findConnection } from '../connections/connection-fields.js';
import { endLinkSessions } from './end-sessions.js';
import { findLink } from './find-link.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'services' | 'sendLogoutNotices' | 'connectionKinds'>;

/**
 * Unlinks a user from a connection's provider: at the next sign-in by it, they prove the account again. Their sessions and
 * tokens that came by the connection end, and no others. They stay a member.
 */
export async function unlinkUser(
  services: Services,
  { connectionId, userId, ...call }: OwnerCall & { connectionId: string; userId: string },
) {
  const { db, events } = services;
  const unlinked = await changeAsFreshOwner(db, call, async (tx) => {
    const { tenantId, principal } = call;
    const { id, name } = await findConnection(tx, services, { tenantId, connectionId });
    const { issuer, subject } = await findLink(tx, { tenantId, connectionId: id, userId });
    await deleteLinks(tx, { tenantId, connectionId: id, userId, issuer, subject });
    const actor = actorOf(principal);
    await endLinkSessions(tx, services, { tenantId, connectionId: id, userId, actor });
    const data = { connectionId: id, name };
    await events.publish(tx, { type: 'connection.unlinked', tenantId, actor, subjectId: userId, data });
    const message = 'The account was unlinked. Its user proves it again at the next sign-in by this connection.';
    return reply({ success: true, message });
  });
  services.sendLogoutNotices();
  return unlinked;
}

interface Unlinked {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Deletes everything by which the identity would open the account without a proof: also links of other connections of the
 * tenant, which would be carried over, the word of a directory, and a proof that waits for the end of its sign-in.
 */
async function deleteLinks(tx: Transaction, { tenantId, connectionId, userId, issuer, subject }: Unlinked) {
  await tx.connectionLink.deleteMany({ where: { userId, issuer, subject, connection: { tenantId } } });
  await tx.expectedUser.deleteMany({ where: { connectionId, userId } });
  await tx.connectionVisit.deleteMany({ where: { connectionId, userId, interactionUid: { not: null } } });
}
