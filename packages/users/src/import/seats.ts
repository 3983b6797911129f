import { isIdentityError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { ImportOptions, ImportServices } from './import-services.js';
import { LineRefused } from './line-refused.js';
import type { PersonPlan } from './plan-person.js';

interface Person {
  readonly userId: string;
  readonly plan: Pick<PersonPlan, 'seats'>;
}

/**
 * Grants the licenses of people through the door of every grant; without a free seat they wait. Returns the ids of those who
 * wait. The memberships exist.
 */
export async function grantImportedSeats(
  tx: Transaction,
  { services: { seats: service } }: ImportServices,
  { people, options }: { people: readonly Person[]; options: Pick<ImportOptions, 'actor' | 'seatsTaken'> },
): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>();
  const wanted = people.flatMap(({ userId, plan }) => plan.seats.map((seat) => ({ userId, ...seat })));
  if (wanted.length === 0) return waiting;
  const [first] = wanted;
  if (!service) throw new LineRefused(first?.field ?? '', 'This server has no licenses.');
  // The line of the owner may just have created the tenant.
  const slugs = [...new Set(wanted.map(({ slug }) => slug))];
  const tenants = await tx.tenant.findMany({
    where: { slug: { in: slugs }, closingAt: null },
    select: { id: true, slug: true },
  });
  const idOf = new Map(tenants.map(({ id, slug }) => [slug, id]));
  const seats = wanted.map(({ userId, field, slug, applicationId, licenseTypeId }) => {
    const tenantId = idOf.get(slug);
    if (tenantId === undefined) throw new LineRefused(field, 'There is no such tenant.');
    return { tenantId, userId, applicationId, licenseTypeId };
  });
  const outcomes = await service.waitAll(tx, { seats, actor: options.actor }).catch((error: unknown) => {
    throw isIdentityError(error) && error.status < 500 && error.details?.[0]
      ? new LineRefused(wanted[Number(error.details[0].path)]?.field ?? '', error.message)
      : error;
  });
  const granted: typeof seats = [];
  for (const [index, { waiting: waits, result, free }] of outcomes.entries()) {
    const seat = seats[index];
    if (!seat) continue;
    const taken = options.seatsTaken?.of(seat.tenantId, seat.licenseTypeId) ?? 0;
    if (waits || (result === 'granted' && free <= taken)) waiting.add(seat.userId);
    else if (result === 'granted') granted.push(seat);
  }
  // Afterwards: what this call has granted is no longer among its free seats.
  for (const { tenantId, licenseTypeId } of granted) options.seatsTaken?.take(tenantId, licenseTypeId);
  return waiting;
}
