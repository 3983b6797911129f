import {
  type ApiScope,
  actsAsSuperAdmin,
  forbidden,
  type MachinePrincipal,
  type Principal,
  requireScope,
  requireSecondFactor,
  type UserPrincipal,
  userOnly,
  userOrMachine,
  validationFailed,
} from '@org/identity-core';

/** A caller whose token belongs to a tenant. */
export type TenantCaller =
  | (UserPrincipal & { readonly tenant: NonNullable<UserPrincipal['tenant']> })
  | (MachinePrincipal & { readonly tenantId: string });

/** The tenant of the caller's token: the only one whose licenses the caller can see. */
export function tenantOf(caller: TenantCaller): string {
  return caller.kind === 'user' ? caller.tenant.id : caller.tenantId;
}

/** Allows users with a tenant, and machines of a tenant with the scope. What they may see of other users is checked later. */
export function member(principal: Principal | undefined, scope: ApiScope): TenantCaller {
  return withTenant(userOrMachine(principal, scope));
}

/** The same, and machines of the whole platform with the scope: they name the tenant of a check. See `inTenant`. */
export function checker(principal: Principal | undefined, scope: ApiScope): Principal {
  const caller = userOrMachine(principal, scope);
  return isPlatform(caller) ? caller : withTenant(caller);
}

/** The caller of a check in a tenant: that of the token. Only a machine of the platform names one. */
export function inTenant(caller: Principal, tenantId: string | undefined): TenantCaller {
  if (tenantId === undefined) return withTenant(caller);
  if (isPlatform(caller)) return { ...caller, tenantId };
  throw validationFailed([{ path: 'tenantId', message: 'only a machine of the whole platform names a tenant' }]);
}

function isPlatform(caller: Principal): caller is MachinePrincipal {
  return caller.kind === 'machine' && caller.tenantId === null;
}

/** Allows users with a tenant: a machine is no member. */
export function memberOnly(principal: Principal | undefined): Extract<TenantCaller, UserPrincipal> {
  const caller = withTenant(userOnly(principal));
  if (caller.kind !== 'user') throw forbidden();
  return caller;
}

/** Allows callers who manage the licenses of all members: admins and owners of the tenant, super admins, machines with the scope. */
export function manager(principal: Principal | undefined, scope: ApiScope): TenantCaller {
  const caller = member(principal, scope);
  if (!managesOthers(caller)) throw forbidden('Only admins and owners of the tenant may do this.');
  return caller;
}

/** Without the scope `licenses:read`, a third-party client may check only its own user and its own application. */
export function requireOwnCheck(
  caller: TenantCaller,
  check: { userId?: string | undefined; applicationId: string },
): void {
  if (caller.kind === 'machine') return;
  const ofUser = check.userId === undefined || check.userId.toLowerCase() === caller.userId;
  const ofApplication = check.applicationId.toLowerCase() === caller.applicationId;
  if (!ofUser || !ofApplication) requireScope(caller, 'licenses:read');
}

/** The user of a check: the caller, unless another user is named. A machine has no license, so it has to name a user. */
export function subjectOf(caller: TenantCaller, userId: string | undefined): string {
  const own = caller.kind === 'user' ? caller.userId : undefined;
  const subject = userId ?? own;
  if (subject === undefined) throw validationFailed([{ path: 'userId', message: 'a machine has to name the user' }]);
  if (subject.toLowerCase() !== own && !managesOthers(caller)) {
    throw forbidden('Only admins and owners of the tenant may see the licenses of others.');
  }
  return subject;
}

/** The agent of a check: the one that calls, or the one that is named by somebody who may see the licenses of others. */
export function agentOf(caller: TenantCaller, agentId: string | undefined): string | undefined {
  const own = caller.kind === 'user' ? caller.agentId : undefined;
  if (agentId === undefined || agentId === own) return own;
  if (own !== undefined || !managesOthers(caller)) {
    throw forbidden('Only admins and owners of the tenant may see the licenses of others.');
  }
  return agentId;
}

/** Allows super admins, and machines with the scope. */
export function admin(principal: Principal | undefined, scope: ApiScope): Principal {
  const caller = userOrMachine(principal, scope);
  if (caller.kind === 'user' && !actsAsSuperAdmin(caller))
    throw forbidden('This is for super admins and machine clients.');
  return caller;
}

/** The same without machines of a tenant, because a tenant must not decide what it owns. */
export function platformAdmin(principal: Principal | undefined, scope: ApiScope): Principal {
  const caller = admin(principal, scope);
  if (caller.kind === 'machine' && caller.tenantId !== null) {
    throw forbidden('This is for super admins and machine clients of the whole platform.');
  }
  return caller;
}

/** Requires a token with a tenant, and a second factor if the tenant requires one. */
function withTenant(caller: Principal): TenantCaller {
  if (!hasTenant(caller)) throw forbidden('This token has no tenant. Licenses belong to a tenant.');
  if (caller.kind === 'user') requireSecondFactor(caller, caller.tenant);
  return caller;
}

function hasTenant(caller: Principal): caller is TenantCaller {
  return caller.kind === 'user' ? caller.tenant !== null : caller.tenantId !== null;
}

function managesOthers(caller: TenantCaller): boolean {
  return caller.kind === 'machine' || caller.tenant.role !== 'member' || actsAsSuperAdmin(caller);
}
