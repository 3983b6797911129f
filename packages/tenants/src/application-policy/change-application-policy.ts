import { actorOf, type Principal, reply } from '@org/identity-core';
import type { IdentityPluginHost, ThirdPartyApps } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { changeTenant } from '../tenant/change-tenant.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

interface Call {
  tenantId: string;
  principal: Principal;
}

/** A tenant may have many grants, and each is compared with the new default. */
const timeout = 60_000;

/** What happens with third-party clients about which the tenant has decided nothing. */
export async function getApplicationPolicy({ db }: Pick<Services, 'db'>, { tenantId, principal }: Call) {
  await requireRight(db, tenantId, principal, 'decide about applications');
  const where = { id: tenantId, closingAt: null };
  return db.tenant.findUniqueOrThrow({ where, select: { thirdPartyApps: true } });
}

/**
 * Changes the default for third-party clients. What it no longer allows ends in the same transaction: a subscriber of the
 * event revokes it.
 */
export function changeApplicationPolicy(
  { db, events }: Services,
  { thirdPartyApps, ...call }: Call & { thirdPartyApps: ThirdPartyApps },
) {
  const { tenantId, principal } = call;
  return changeTenant({ db, ...call, right: 'decide about applications', timeout }, async (tx) => {
    const where = { id: tenantId, closingAt: null };
    const before = await tx.tenant.findUniqueOrThrow({ where, select: { thirdPartyApps: true } });
    if (before.thirdPartyApps !== thirdPartyApps) {
      await tx.tenant.update({ where, data: { thirdPartyApps } });
      await events.publish(tx, {
        type: 'tenant.application_policy_changed',
        tenantId,
        actor: actorOf(principal),
        subjectId: tenantId,
        data: { thirdPartyApps },
      });
    }
    return reply({ thirdPartyApps });
  });
}
