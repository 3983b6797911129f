import { newOneTimeSecret, reply } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { changeAsOwner, type OwnerCall } from '../access/tenant-owner.js';
import { findConnection } from '../connections/connection-fields.js';
import { createVisit } from '../visits/visits.js';

/**
 * Begins a test of a connection. The URL continues in the browser in which the owner is signed in, works once, and expires
 * after 15 minutes. It replaces an earlier one of this owner.
 */
export function requestTest(
  { db, issuer }: Pick<IdentityPluginHost, 'db' | 'issuer'>,
  { connectionId, ...call }: OwnerCall & { connectionId: string },
) {
  return changeAsOwner(db, call, async (tx) => {
    const { tenantId, principal } = call;
    const { userId } = principal;
    const { id, version } = await findConnection(tx, { tenantId, connectionId });
    await tx.connectionVisit.deleteMany({ where: { connectionId: id, userId, interactionUid: null } });
    const { secret, secretHash } = newOneTimeSecret();
    await createVisit(tx, { secretHash, connectionId: id, version, userId });
    return reply({ url: `${issuer}/sso/c/${id}/test/${secret}` });
  });
}
