import {
  actsAsSuperAdmin,
  cameByOtherTenant,
  forbidden,
  IdentityError,
  isUuid,
  type Principal,
  type Role,
  requireSecondFactor,
  requireTenantSignIn,
} from '@org/identity-core';
import type { MfaPolicy, Transaction } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/** Who may do what in a tenant. Machines need the scope `tenants:read`. */
export const rights = {
  'read the tenant': ['member', 'admin', 'owner', 'superAdmin', 'machine'],
  'list members': ['member', 'admin', 'owner', 'superAdmin', 'machine'],
  'update the tenant': ['admin', 'owner', 'superAdmin'],
  'manage invitations': ['admin', 'owner', 'superAdmin'],
  'manage members': ['admin', 'owner', 'superAdmin'],
  'manage owners': ['owner', 'superAdmin'],
  'list groups': ['member', 'admin', 'owner', 'superAdmin'],
  'manage groups': ['admin', 'owner', 'superAdmin'],
  'read events': ['admin', 'owner', 'superAdmin'],
  'read the policy': ['owner', 'superAdmin'],
  'change the policy': ['owner', 'superAdmin'],
  'decide about applications': ['admin', 'owner', 'superAdmin'],
  'delete the tenant': ['owner', 'superAdmin'],
} as const satisfies Record<string, readonly Standing[]>;
export type Right = keyof typeof rights;

/** The role of a caller in a tenant. */
export type Standing = Role | 'superAdmin' | 'machine';

export interface Access {
  readonly standing: Standing;
  /** The caller's own membership, if the caller is a member. */
  readonly membershipId: string | undefined;
  has(right: Right): boolean;
  /** The error for a right that the caller does not have, or does not have without a second factor. */
  refusal(right: Right): IdentityError;
}

/**
 * What the caller may do in the tenant. For callers outside of it, the tenant does not exist. Every route with a tenant in its
 * path calls this, so a second factor that a tenant requires protects the whole tenant.
 */
export async function accessTo(tx: Transaction, tenantId: string, principal: Principal): Promise<Access> {
  if (!isUuid(tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const tenant = await tx.tenant.findUnique({
    where: { id: tenantId, closingAt: null },
    select: {
      mfaPolicy: true,
      policy: true,
      memberships: userId ? { where: { userId, status: 'ACTIVE' }, select: { id: true, role: true } } : false,
    },
  });
  const standing = tenant && { ...tenant, hasPolicy: tenant.policy !== null, membership: tenant.memberships?.[0] };
  return decideAccess(tenantId, principal, standing);
}

/** What decides about a caller's access to a tenant. */
export interface TenantStanding {
  readonly mfaPolicy: MfaPolicy;
  readonly hasPolicy: boolean;
  /** The caller's own active membership. */
  readonly membership: { readonly id: string; readonly role: Role } | undefined;
}

/** The same for a tenant that was read before; null if there is none. */
export function decideAccess(tenantId: string, principal: Principal, tenant: TenantStanding | null): Access {
  const membership = tenant?.membership;
  // Before it is known whether the tenant exists: a super admin without a second factor gets one answer for all others' tenants.
  const standing = standingOf(principal, tenantId, membership?.role);
  if (!tenant || !standing) throw tenantNotFound();
  requireTenantSignIn(principal, { tenantId, hasPolicy: tenant.hasPolicy });
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  // A super admin who is also a member keeps all rights.
  const standings = principal.kind === 'user' && principal.superAdmin ? [standing, 'superAdmin' as const] : [standing];
  const allowed = (right: Right) => standings.some((one) => (rights[right] as readonly Standing[]).includes(one));
  return {
    standing,
    membershipId: membership?.id,
    has: allowed,
    refusal: (right) => refusal(right, principal),
  };
}

/** The same, but throws if the caller does not have the right. */
export async function requireRight(
  tx: Transaction,
  tenantId: string,
  principal: Principal,
  right: Right,
): Promise<Access> {
  return withRight(await accessTo(tx, tenantId, principal), right);
}

/** Throws if the access does not include the right. */
export function withRight(access: Access, right: Right): Access {
  if (!access.has(right)) throw access.refusal(right);
  return access;
}

function refusal(right: Right, principal: Principal): IdentityError {
  // Throws if a second factor would be enough.
  actsAsSuperAdmin(principal);
  return right === 'delete the tenant'
    ? new IdentityError('OWNER_REQUIRED', 'Only an owner can delete the tenant.')
    : forbidden(`You do not have the right to ${right} here.`);
}

function standingOf(principal: Principal, tenantId: string, role: Role | undefined): Standing | undefined {
  if (cameByOtherTenant(principal, tenantId)) return undefined;
  if (principal.kind === 'machine')
    return principal.tenantId === null || principal.tenantId === tenantId ? 'machine' : undefined;
  return role ?? (actsAsSuperAdmin(principal) ? 'superAdmin' : undefined);
}
