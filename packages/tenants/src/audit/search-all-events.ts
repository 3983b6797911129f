import { actorOf, actsAsSuperAdmin, forbidden, isUuid, type Principal } from '@org/identity-core';
import { type Database, type IdentityPluginHost, recordSearch } from '@org/identity-prisma';
import { type EventsQuery, readEvents } from './read-events.js';

/** Only super admins see events across tenants. */
function requireSuperAdmin(principal: Principal): void {
  if (!actsAsSuperAdmin(principal)) throw forbidden('Only super admins may do this.');
}

/** A page of the events of all tenants, of one or of none, newest first, for an operator. */
export async function searchAllEvents(db: Database, { principal, ...query }: EventsQuery & { principal: Principal }) {
  requireSuperAdmin(principal);
  return readEvents(db, query);
}

/**
 * The id of a user by email for an operator. An id is taken as it is. Undefined if no account has this email. That somebody
 * has searched is an event.
 */
export async function findAnyPerson(
  host: Pick<IdentityPluginHost, 'db' | 'accounts' | 'events' | 'vault'>,
  { principal, person, continued }: { principal: Principal; person: string; continued: boolean },
): Promise<string | undefined> {
  requireSuperAdmin(principal);
  const id = await findPersonId(host, person);
  const search = { actor: actorOf(principal), place: 'audit', text: person, continued } as const;
  await recordSearch(host, { ...search, found: id === undefined ? 0 : 1 });
  return id;
}

async function findPersonId({ db, accounts }: Pick<IdentityPluginHost, 'db' | 'accounts'>, person: string) {
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
  return (await db.tenant.findUnique({ where: { ...where, closingAt: null }, select: { id: true } }))?.id;
}
