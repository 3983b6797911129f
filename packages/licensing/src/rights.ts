import {
  anyone,
  forbidden,
  type MachinePrincipal,
  type Principal,
  type UserPrincipal,
  userOrMachine,
  validationFailed,
} from '@org/identity-core';

type LicenseScope = 'licenses:read' | 'licenses:write';

/** A caller whose token belongs to a tenant. */
export type TenantCaller =
  | (UserPrincipal & { readonly tenant: NonNullable<UserPrincipal['tenant']> })
  | (MachinePrincipal & { readonly tenantId: string });

/** The tenant of the caller's token: the only one whose licenses it can see. */
export function tenantOf(caller: TenantCaller): string {
  return caller.kind === 'user' ? caller.tenant.id : caller.tenantId;
}

/** Any person with a tenant, and machines of a tenant that may read licenses. What they may ask of others is decided later. */
export function member(principal: Principal | undefined): TenantCaller {
  const caller = userOrMachine('licenses:read')(principal);
  if (!hasTenant(caller)) throw forbidden('This token belongs to no tenant; licenses are held in one.');
  return caller;
}

/** Those who see and change the licenses of all members: admins and owners of the tenant, super admins, machines with the scope. */
export function manager(scope: LicenseScope): (principal: Principal | undefined) => TenantCaller {
  return (principal) => {
    const caller = userOrMachine(scope)(principal);
    if (!hasTenant(caller)) throw forbidden('This token belongs to no tenant; licenses are held in one.');
    if (!managesOthers(caller)) throw forbidden('Only admins and owners of the tenant may do this.');
    return caller;
  };
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
export function admin(scope: LicenseScope): (principal: Principal | undefined) => Principal {
  return (principal) => {
    const caller = userOrMachine(scope)(anyone(principal));
    if (caller.kind === 'user' && !caller.superAdmin) throw forbidden('This is for super admins and machine clients.');
    return caller;
  };
}

/** The same without machines of a tenant: what a tenant owns is not for the tenant to decide. */
export function platformAdmin(principal: Principal | undefined): Principal {
  const caller = admin('licenses:write')(principal);
  if (caller.kind === 'machine' && caller.tenantId !== null) {
    throw forbidden('This is for super admins and machine clients of the whole platform.');
  }
  return caller;
}

function hasTenant(caller: Principal): caller is TenantCaller {
  return caller.kind === 'user' ? caller.tenant !== null : caller.tenantId !== null;
}

function managesOthers(caller: TenantCaller): boolean {
  return caller.kind === 'machine' || caller.superAdmin || caller.tenant.role !== 'member';
}
