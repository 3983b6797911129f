import { isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2200-01-01');
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The filters in the URL of the history. Values that are not valid are left out. */
export interface AskedPeriods {
  /** An email or an id. */
  readonly person: string | undefined;
  /** A day in UTC. */
  readonly at: string | undefined;
}

/** Reads the filters of the URL. */
export function readAsked(query: Readonly<Record<string, string>>): AskedPeriods {
  const person = query['search']?.trim().slice(0, 254);
  return { person: person === '' ? undefined : person, at: Day.safeParse(query['at']).data };
}

/** The last moment of a day. */
export function endOf(day: string): Date {
  return new Date(Date.parse(day) + dayMilliseconds - 1);
}

/**
 * The id of a person. An email is looked up among the members of the tenant only, so it does not reveal who else has an
 * account. An id is taken as it is. Undefined if no member has this email.
 */
export async function findPersonId(
  { db, accounts }: Pick<IdentityPluginHost, 'db' | 'accounts'>,
  { tenantId, person }: { tenantId: string; person: string },
): Promise<string | undefined> {
  if (isUuid(person)) return person.toLowerCase();
  const found = await db.user.findFirst({
    where: {
      normalizedEmail: accounts.normalizeEmail(person),
      memberships: { some: { tenantId, status: { not: 'INVITED' } } },
    },
    select: { id: true },
  });
  return found?.id;
}
