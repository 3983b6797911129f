import { isUuid, StartUrl } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { settingsOf } from '../tenant/settings.js';

/** What a user has joined by an invitation, and where the inviting application begins. */
export interface JoinedTenant {
  tenantName: string;
  startUrl: string | undefined;
}

/**
 * For the user who accepted the invitation: the start URL of the client that it was made with, if that is first-party and serves
 * the tenant; else the tenant's own. Returns undefined for every other user, and once they have left the tenant.
 */
export async function findJoinedTenant(
  db: Database,
  { invitationId, userId }: { invitationId: string; userId: string },
): Promise<JoinedTenant | undefined> {
  if (!isUuid(invitationId)) return undefined;
  // A membership has the id of the invitation that it came by.
  const membership = await db.membership.findUnique({
    where: { id: invitationId, userId, status: 'ACTIVE' },
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
  // Settings that an older version stored were not checked.
  const startUrl = candidates.map((url) => StartUrl.safeParse(url).data).find((url) => url !== undefined);
  return { tenantName: tenant.name, startUrl };
}
