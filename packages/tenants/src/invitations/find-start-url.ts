import { isUuid, StartUrl } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { settingsOf } from '../tenant/settings.js';

/** The tenant that a user has joined through an invitation, and the start URL of the inviting application. */
export interface JoinedTenant {
  tenantId: string;
  tenantName: string;
  startUrl: string | undefined;
}

/**
 * For the user who accepted the invitation: the start URL of the client that created it, if that is first-party and serves the
 * tenant; otherwise the tenant's own. Returns undefined for every other user, and after the user has left the tenant.
 */
export async function findJoinedTenant(
  db: Database,
  { invitationId, userId }: { invitationId: string; userId: string },
): Promise<JoinedTenant | undefined> {
  if (!isUuid(invitationId)) return undefined;
  // A membership has the id of its invitation.
  const membership = await db.membership.findUnique({
    where: { id: invitationId, userId, status: 'ACTIVE', tenant: { closingAt: null } },
    select: { tenant: { select: { id: true, name: true, settings: true } } },
  });
  if (!membership) return undefined;
  const { tenant } = membership;
  const invitation = await db.invitation.findUnique({
    where: { id: invitationId, tenantId: tenant.id, status: 'ACCEPTED' },
    select: { client: { select: { firstParty: true, tenantId: true, startUrl: true } } },
  });
  if (!invitation) return undefined;
  const { client } = invitation;
  const inviting = client?.firstParty && (client.tenantId ?? tenant.id) === tenant.id ? client.startUrl : null;
  const candidates = [inviting, settingsOf(tenant)['startUrl']];
  // Settings stored by an older version were not validated.
  const startUrl = candidates.map((url) => StartUrl.safeParse(url).data).find((url) => url !== undefined);
  return { tenantId: tenant.id, tenantName: tenant.name, startUrl };
}
