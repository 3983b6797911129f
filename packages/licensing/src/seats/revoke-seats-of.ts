import { type Actor, isUuid } from '@org/identity-core';
import { type Database, type IdentityPluginHost, Prisma } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { isUnleased, requireUnleased } from '../seat-changes/require-unleased.js';
import { type ReleasedSeat, takeSeats } from '../seat-changes/take-seats.js';

export interface RevokeSeatsOf<Result> {
  tenantId: string;
  applicationId: string;
  userIds: readonly string[];
  actor: Actor;
  /** Called before the commit. If it throws because a seat is missing, nothing has changed. */
  resultOf: (released: readonly ReleasedSeat[]) => Result;
}

/** Revokes the seats that users have of an application, and gives them to those who wait for one. */
export async function revokeSeatsOf<Result>(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, applicationId, userIds, actor, resultOf }: RevokeSeatsOf<Result>,
): Promise<Result> {
  const licenseTypeIds = await heldTypes(services.db, { tenantId, applicationId, userIds });
  return changeSeats(services, { tenantId, userIds, licenseTypeIds }, async (tx, subscriptions) => {
    // A seat of another license type that the user got a moment ago is not touched: its subscriptions are not locked.
    const subscriptionIds = subscriptions.map(({ id }) => id);
    const seats = Prisma.sql`
      tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid AND user_id = ANY(${userIds}::uuid[])
      AND subscription_id = ANY(${subscriptionIds}::uuid[])`;
    const where = Prisma.sql`${seats} AND ${isUnleased}`;
    const released = await takeSeats(tx, services, { where, actor, cause: 'revoked' });
    if (released.length < userIds.length) await requireUnleased(tx, seats);
    const result = resultOf(released);
    await handOutSeats(tx, services, subscriptions);
    return result;
  });
}

/** The license types of the seats that users have of an application. Throws if there is no such application. */
async function heldTypes(
  db: Database,
  { tenantId, applicationId, userIds }: Pick<RevokeSeatsOf<unknown>, 'tenantId' | 'applicationId' | 'userIds'>,
): Promise<string[]> {
  const rows = isUuid(applicationId)
    ? await db.$queryRaw<{ id: string | null }[]>`
        SELECT DISTINCT sub.license_type_id AS id FROM identity.applications a
        LEFT JOIN identity.seats s ON s.tenant_id = ${tenantId}::uuid AND s.application_id = a.id
          AND s.user_id = ANY(${userIds}::uuid[])
        LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
        WHERE a.id = ${applicationId}::uuid`
    : [];
  if (rows.length === 0) throw invalidApplicationId();
  return rows.flatMap(({ id }) => id ?? []);
}
