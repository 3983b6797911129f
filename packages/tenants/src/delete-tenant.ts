import type { Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { actorOf } from './actor.js';
import { changeTenant } from './change-tenant.js';
import { holdSlug, readSlugHoldDays } from './held-slugs.js';

/** Deletes a tenant with its memberships, invitations, seats, machine clients and everything granted in it; its slug is held back. */
export function deleteTenant(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { tenantId: string; principal: Principal; slugHoldDays?: number },
) {
  const { tenantId, principal } = input;
  return changeTenant({ db, tenantId, principal, right: 'delete the tenant', timeout: 60_000 }, async (tx) => {
    // Before the rows go: subscribers may still want to see them.
    await events.publish(tx, {
      type: 'tenant.deleted',
      tenantId,
      actor: actorOf(principal),
      subjectId: tenantId,
      data: {},
    });
    // The foreign keys take the rest along, in one statement each.
    const { slug } = await tx.tenant.delete({ where: { id: tenantId }, select: { slug: true } });
    await holdSlug(tx, slug, readSlugHoldDays(input.slugHoldDays));
    return { success: true, message: 'The tenant and everything in it is deleted.' };
  });
}
