import {
  actorOf,
  IdentityError,
  isInNetworks,
  type Principal,
  reply,
  type TenantPolicy,
  validationFailed,
} from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from '../access/rights.js';
import { changeTenant } from '../tenant/change-tenant.js';
import { findOwners } from './list-owners.js';
import { openPolicy, type PolicyBody, policyOf, storedPolicy } from './read-policy.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'services'>;

interface Call {
  tenantId: string;
  principal: Principal;
}

/** How the members of a tenant have to sign in. */
export async function getPolicy({ db }: Pick<Services, 'db'>, { tenantId, principal }: Call) {
  await requireRight(db, tenantId, principal, 'read the policy');
  const tenant = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { policy: true } });
  return replyOf(policyOf(tenant) ?? openPolicy);
}

/**
 * Replaces the policy. What it no longer allows ends in the same transaction: a subscriber of the event revokes it. Refused if
 * no owner could sign in any more.
 */
export function changePolicy(
  services: Services,
  { body, ip, ...call }: Call & { body: z.output<typeof PolicyBody>; ip: string },
) {
  const { tenantId, principal } = call;
  return changeTenant({ db: services.db, ...call, right: 'change the policy' }, async (tx) => {
    const { requireSso, breakGlass, sessionHours = null, idleMinutes = null, allowedNetworks = [] } = body;
    const policy: TenantPolicy = { requireSso, breakGlass, sessionHours, idleMinutes, allowedNetworks };
    const owners = await findOwners(tx, tenantId);
    const choosable = owners.filter(({ mfaEnabled }) => mfaEnabled).map(({ id }) => id);
    if (breakGlass.some((id) => !choosable.includes(id)))
      throw validationFailed([
        { path: 'breakGlass', message: 'must name active owners of the tenant who have a second factor' },
      ]);
    await requireWayIn(tx, services, { tenantId, policy, ownerIds: owners.map(({ id }) => id), ip });
    const stored = storedPolicy(policy);
    await tx.tenant.update({
      where: { id: tenantId },
      data: { policy: stored ? ({ ...stored } as Prisma.InputJsonObject) : Prisma.DbNull },
    });
    const event = { tenantId, actor: actorOf(principal), subjectId: tenantId };
    await services.events.publish(tx, { ...event, type: 'tenant.policy_changed', data: { ...policy } });
    return reply(replyOf(policy));
  });
}

const replyOf = ({ breakGlass, allowedNetworks, ...policy }: TenantPolicy) => ({
  ...policy,
  breakGlass: [...breakGlass],
  allowedNetworks: [...allowedNetworks],
});

/** Throws if no owner could sign in with the new policy. A break-glass owner always can, with the second factor. */
async function requireWayIn(
  tx: Transaction,
  { services }: Pick<Services, 'services'>,
  { tenantId, policy, ownerIds, ip }: { tenantId: string; policy: TenantPolicy; ownerIds: string[]; ip: string },
): Promise<void> {
  if (policy.breakGlass.length > 0) return;
  if (policy.requireSso && !(await services.connections?.signsIn(tx, { tenantId, userIds: ownerIds })))
    throw wouldLockOut(
      'No owner has signed in by the active connection of the tenant yet. Do so first, or name a break-glass owner.',
    );
  if (!isInNetworks(policy.allowedNetworks, ip))
    throw wouldLockOut(
      'You are not in one of these networks. Add yours, or name a break-glass owner.',
      'OUTSIDE_NETWORKS',
    );
}

const wouldLockOut = (message: string, reason?: 'OUTSIDE_NETWORKS') =>
  new IdentityError('WOULD_LOCK_OUT', message, reason ? { reason } : {});
