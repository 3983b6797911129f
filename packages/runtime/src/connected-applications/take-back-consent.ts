import { IdentityError } from '@org/identity-core';
import {
  forgetClientUses,
  type IdentityPluginHost,
  inTransaction,
  revokeUserClientGrants,
  type Transaction,
} from '@org/identity-prisma';

/** The error for a client that the user has allowed nothing, and for one that does not exist. */
const notConnected = () => new IdentityError('NOT_FOUND', 'You have not allowed this application anything.');

/**
 * Takes back what a user has allowed a third-party client. The consent is marked, not deleted. What was issued ends in the
 * same transaction; a token that is being written at this moment is refused at its first use, because the mark is compared
 * there as well.
 */
export function takeBackConsent(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  const takeBack = async (tx: Transaction) => {
    const [taken] = await tx.$queryRaw<{ name: string; scopes: string[] }[]>`
      UPDATE identity.consents given SET revoked_at = now(), updated_at = now() FROM identity.clients c
      WHERE given.user_id = ${userId}::uuid AND given.client_id = ${clientId} AND given.revoked_at IS NULL
        AND c.id = given.client_id AND NOT c.first_party
      RETURNING c.name, given.scopes`;
    if (!taken) throw notConnected();
    const bindings = await tx.consentBinding.findMany({ where: { userId, clientId }, select: { tenantId: true } });
    await tx.consentBinding.deleteMany({ where: { userId, clientId } });
    await revokeUserClientGrants(tx, { userId, clientId });
    await forgetClientUses(tx, { userId, clientId });
    // In the trail of each tenant that it counted for, as when it was allowed.
    const places = new Set(bindings.map(({ tenantId }) => tenantId));
    for (const tenantId of places.size > 0 ? places : [null]) {
      const actor = { kind: 'user', id: userId } as const;
      await events.publish(tx, { type: 'application.revoked', tenantId, actor, subjectId: clientId, data: taken });
    }
  };
  return inTransaction(db, takeBack);
}
