import { actorOf, IdentityError, isUuid, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost, requireOwner } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { endingMilliseconds } from '../connections/end-connection.js';
import { endWithLink } from './end-with-link.js';

/**
 * The links of a tenant that can be used now, and those that have made something that no owner has confirmed: it ends with
 * them. The newest first. There are few.
 */
export async function listSetupLinks({ db }: Pick<IdentityPluginHost, 'db'>, call: OwnerCall) {
  await requireOwner(db, call);
  const { tenantId } = call;
  const made = { where: { tenantId, setupLinkId: { not: null }, confirmedAt: null }, select: { setupLinkId: true } };
  const unconfirmed = [...(await db.connection.findMany(made)), ...(await db.domain.findMany(made))];
  const ids = unconfirmed.flatMap(({ setupLinkId }) => setupLinkId ?? []);
  const links = await db.setupLink.findMany({
    where: { tenantId, withdrawnAt: null, OR: [{ expiresAt: { gt: new Date() } }, { id: { in: ids } }] },
    orderBy: { id: 'desc' },
    select: { id: true, email: true, expiresAt: true, lastUsedAt: true },
  });
  return { links };
}

/**
 * Ends a link at once, also for those who have it open, with everything that it has made and no owner has confirmed. Other
 * plugins end theirs by the event.
 */
export async function withdrawSetupLink(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'services' | 'sendLogoutNotices'>,
  { linkId, ...call }: OwnerCall & { linkId: string },
) {
  const { db, events } = services;
  const withdrawn = await changeAsFreshOwner(db, { ...call, timeout: endingMilliseconds }, async (tx) => {
    const { tenantId, principal } = call;
    const where = { id: linkId, tenantId, withdrawnAt: null };
    const data = { withdrawnAt: new Date() };
    const { count } = isUuid(linkId) ? await tx.setupLink.updateMany({ where, data }) : { count: 0 };
    if (count === 0) throw new IdentityError('NOT_FOUND', 'There is no such setup link, or it was withdrawn.');
    const actor = actorOf(principal);
    const event = { tenantId, actor, subjectId: linkId, data: { linkId } };
    await events.publish(tx, { type: 'setup_link.withdrawn', ...event });
    await endWithLink(tx, services, { tenantId, linkId, actor });
    return reply({ success: true, message: 'The setup link was withdrawn.' });
  });
  services.sendLogoutNotices();
  return withdrawn;
}
