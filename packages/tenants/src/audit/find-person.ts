import { isUuid, type Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';

/**
 * The id of a person whose events are wanted. An email is looked up among the members of the tenant only, so it does not
 * reveal who else has an account. An id is taken as it is. Undefined if no member has this email.
 */
export async function findPerson(
  { db, accounts }: Pick<IdentityPluginHost, 'db' | 'accounts'>,
  { tenantId, principal, person }: { tenantId: string; principal: Principal; person: string },
): Promise<string | undefined> {
  await requireRight(db, tenantId, principal, 'read events');
  if (isUuid(person)) return person.toLowerCase();
  const normalizedEmail = accounts.normalizeEmail(person);
  const found = await db.user.findFirst({
    where: { normalizedEmail, memberships: { some: { tenantId, status: { not: 'INVITED' } } } },
    select: { id: true },
  });
  return found?.id;
}
