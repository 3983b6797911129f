import { forbidden, isUuid, type Principal } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { type EventsQuery, readEvents } from './read-events.js';

/** Only super admins see events across tenants. */
function requireSuperAdmin(principal: Principal): void {
  if (principal.kind !== 'user' || !principal.superAdmin) throw forbidden('Only super admins may do this.');
}

/** A page of the events of all tenants, of one or of none, newest first, for an operator. */
export async function searchAllEvents(db: Database, { principal, ...query }: EventsQuery & { principal: Principal }) {
  requireSuperAdmin(principal);
  return readEvents(db, query);
}

/** The id of a user by email for an operator. An id is taken as it is. Undefined if no account has this email. */
export async function findAnyPerson(
  { db, accounts }: Pick<IdentityPluginHost, 'db' | 'accounts'>,
  { principal, person }: { principal: Principal; person: string },
): Promise<string | undefined> {
  requireSuperAdmin(principal);
  if (isUuid(person)) return person.toLowerCase();
  const where = { normalizedEmail: accounts.normalizeEmail(person) };
  return (await db.user.findUnique({ where, select: { id: true } }))?.id;
}

/** The id of a tenant by slug or id for an operator; undefined if there is none. */
export async function findTenantId(
  db: Database,
  { principal, tenant }: { principal: Principal; tenant: string },
): Promise<string | undefined> {
  requireSuperAdmin(principal);
  const where = isUuid(tenant) ? { id: tenant } : { slug: tenant.toLowerCase() };
  return (await db.tenant.findUnique({ where, select: { id: true } }))?.id;
}
