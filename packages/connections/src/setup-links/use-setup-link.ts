import { rateLimited } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { actorOfLink } from '../access/setup-caller.js';
import { isSetupLinkValid } from './is-setup-link-valid.js';

const hour = 60 * 60;
/** How often one link can be opened within an hour. */
export const maxUsesPerHour = 60;

/** Records that somebody opens a link. Returns false if it has ended meanwhile. */
export function useSetupLink(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<boolean> {
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId)) || !(await isSetupLinkValid(tx, { tenantId, linkId: id }))) return false;
    const wait = await countWithin(tx, [{ key: `setup_link_uses:${id}`, max: maxUsesPerHour, seconds: hour }]);
    if (wait !== undefined) throw rateLimited(wait);
    await tx.setupLink.update({ where: { id }, data: { lastUsedAt: new Date() } });
    const actor = actorOfLink(id);
    await events.publish(tx, { type: 'setup_link.used', tenantId, actor, subjectId: id, data: {} });
    return true;
  });
}
