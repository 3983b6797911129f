import {
  type ApiScope,
  forbidden,
  type MachinePrincipal,
  type Principal,
  requireScope,
  requireSecondFactor,
  type UserPrincipal,
  userOrMachine,
  validationFailed,
} from '@org/identity-core';

/** A caller whose token belongs to a tenant. */
export type TenantCaller =
  | (UserPrincipal & { readonly tenant: NonNullable<UserPrincipal['tenant']> })
  | (MachinePrincipal & { readonly tenantId: string });

/** The tenant of the caller's token: the only one whose licenses it can see. */
export function tenantOf(caller: TenantCaller): string {
  return caller.kind === 'user' ? caller.tenant.id : caller.tenantId;
}

/** Any person with a tenant, and machines of a tenant that have the scope. What they may ask of others is decided later. */
export function member(principal: Principal | undefined, scope: ApiScope): TenantCaller {
  return withTenant(userOrMachine(principal, scope));
}

/** Those who see and change the licenses of all members: admins and owners of the tenant, super admins, machines with the scope. */
export function manager(principal: Principal | undefined, scope: ApiScope): TenantCaller {
  const caller = member(principal, scope);
  if (!managesOthers(caller)) throw forbidden('Only admins and owners of the tenant may do this.');
  return caller;
}

/** Refuses a third-party client without the scope `licenses:read` what is not about its own user and its own application. */
export function requireOwnCheck(
  caller: TenantCaller,
  check: { userId?: string | undefined; applicationId: string },
): void {
  if (caller.kind === 'machine') return;
  const ofUser = check.userId === undefined || check.userId.toLowerCase() === caller.userId;
  const ofApplication = check.applicationId.toLowerCase() === caller.applicationId;
  if (!ofUser || !ofApplication) requireScope(caller, 'licenses:read');
}

/** Whom a check is about: the caller unless somebody is named. A machine holds no license, so it has to name somebody. */
export function subjectOf(caller: TenantCaller, userId: string | undefined): string {
  const own = caller.kind === 'user' ? caller.userId : undefined;
  const asked = userId ?? own;
  if (asked === undefined) throw validationFailed([{ path: 'userId', message: 'a machine has to name the user' }]);
  if (asked.toLowerCase() !== own && !managesOthers(caller)) {
    throw forbidden('Only admins and owners of the tenant may look at the licenses of others.');
  }
  return asked;
}

/** Super admins, and machines with the scope. */
export function admin(principal: Principal | undefined, scope: ApiScope): Principal {
  const caller = userOrMachine(principal, scope);
  if (caller.kind === 'user' && !caller.superAdmin) throw forbidden('This is for super admins and machine clients.');
  return caller;
}

/** The same without machines of a tenant: what a tenant owns is not for the tenant to decide. */
export function platformAdmin(principal: Principal | undefined, scope: ApiScope): Principal {
  const caller = admin(principal, scope);
  if (caller.kind === 'machine' && caller.tenantId !== null) {
    throw forbidden('This is for super admins and machine clients of the whole platform.');
  }
  return caller;
}

/** The tenant of the token decides, and what it requires: a second factor, perhaps. */
function withTenant(caller: Principal): TenantCaller {
  if (!hasTenant(caller)) throw forbidden('This token belongs to no tenant; licenses are held in one.');
  if (caller.kind === 'user') requireSecondFactor(caller, caller.tenant);
  return caller;
}

function hasTenant(caller: Principal): caller is TenantCaller {
  return caller.kind === 'user' ? caller.tenant !== null : caller.tenantId !== null;
}

function managesOthers(caller: TenantCaller): boolean {
  return caller.kind === 'machine' || caller.superAdmin || caller.tenant.role !== 'member';
}
