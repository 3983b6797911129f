import { type Actor, actorOf, IdentityError, isUuid, reply } from '@org/identity-core';
import { type Database, type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';
import { alreadyLicensed, noSeatsAvailable, seatLeased, userNotFound, type WithoutSeats } from '../access/errors.js';
import { manager, tenantOf } from '../access/rights.js';
import { requireLicenseType } from '../license-types/require-license-type.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { type GivenSeat, giveSeats } from '../seat-changes/give-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { takeSeats } from '../seat-changes/take-seats.js';
import type { GrantInput } from './find-free-seat.js';
import { chosenUsers, type GrantSeatsInput } from './grant-seats.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** Assigns a seat of a license to an active member, in place of one of another license type of the application. */
export async function replaceSeat(services: Services, { userId, actor, ...input }: GrantInput & { actor: Actor }) {
  const type = await requireLicenseType(services.db, input);
  if (!isUuid(userId)) throw userNotFound();
  return replace(services, {
    tenantId: input.tenantId,
    type,
    userIds: [userId.toLowerCase()],
    actor,
    resultOf({ given: [seat], refused, why, leasedUntil }) {
      const code = refused.get(userId.toLowerCase());
      if (code === 'USER_NOT_FOUND') throw userNotFound();
      if (code === 'ALREADY_LICENSED') throw alreadyLicensed();
      if (code === 'SEAT_LEASED' && leasedUntil) throw seatLeased(leasedUntil);
      if (!seat) throw noSeatsAvailable(why);
      const { id, assignedAt } = seat;
      return reply({ id, userId: seat.userId, licenseTypeId: type.id, licenseTypeName: type.name, assignedAt });
    },
  });
}

/**
 * Gives several members a seat of a license: to those who hold another license type of the application in its place. All of
 * them get it or nobody does. The details of the error name every user that was refused, as `grantSeats` does.
 */
export async function replaceSeats(services: Services, input: GrantSeatsInput): Promise<{ granted: number }> {
  const { principal, applicationId, licenseTypeId } = input;
  const tenantId = tenantOf(manager(principal, 'licenses:write'));
  const userIds = chosenUsers(input.userIds);
  const type = await requireLicenseType(services.db, { applicationId, licenseTypeId });
  return replace(services, {
    tenantId,
    type,
    userIds,
    actor: actorOf(principal),
    resultOf({ given, refused }) {
      const [code] = refused.values();
      if (code === undefined) return { granted: given.length };
      const details = [...refused].map(([path, message]) => ({ path, message }));
      throw new IdentityError(code, 'No seat was changed, because some of the members cannot get one.', { details });
    },
  });
}

type Refusal = 'USER_NOT_FOUND' | 'ALREADY_LICENSED' | 'SEAT_LEASED' | 'NO_SEATS_AVAILABLE';

interface Replaced {
  readonly given: readonly GivenSeat[];
  /** Why a user cannot get the seat, by the id of the user. */
  readonly refused: ReadonlyMap<string, Refusal>;
  readonly why: WithoutSeats;
  /** When the lease of a refused user ends. */
  readonly leasedUntil: Date | undefined;
}

interface Replace<Result> {
  readonly tenantId: string;
  readonly type: { readonly id: string; readonly applicationId: string };
  readonly userIds: readonly string[];
  readonly actor: Actor;
  /** Called before the commit. If it throws, nothing has changed. */
  readonly resultOf: (replaced: Replaced) => Result;
}

const again = Symbol('again');

async function replace<Result>(
  services: Services,
  { tenantId, type, userIds, actor, resultOf }: Replace<Result>,
): Promise<Result> {
  const { id: licenseTypeId, applicationId } = type;
  for (;;) {
    const held = await findHeld(services.db, { tenantId, applicationId, userIds });
    const licenseTypeIds = [...new Set([licenseTypeId, ...held.flatMap((user) => user.licenseTypeId ?? [])])];
    const result = await changeSeats(services, { tenantId, userIds, licenseTypeIds }, async (tx, subscriptions) => {
      const users = await findHeld(tx, { tenantId, applicationId, userIds });
      // Somebody got a seat of a license type that is not locked. Look again.
      if (users.some((user) => user.licenseTypeId !== null && !licenseTypeIds.includes(user.licenseTypeId)))
        return again;
      const refused = new Map<string, Refusal>();
      for (const userId of userIds) {
        const user = users.find((one) => one.userId === userId);
        if (!user) refused.set(userId, 'USER_NOT_FOUND');
        else if (user.licenseTypeId === licenseTypeId) refused.set(userId, 'ALREADY_LICENSED');
        else if (user.leasedUntil) refused.set(userId, 'SEAT_LEASED');
      }
      const able = userIds.filter((userId) => !refused.has(userId));
      const seats = Prisma.sql`tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid
        AND user_id = ANY(${able}::uuid[])`;
      await takeSeats(tx, services, { where: seats, actor, cause: 'replaced' });
      const wanted = able.map((userId) => ({ userId, applicationId, licenseTypeId }));
      const { given, without } = await giveSeats(tx, services, { tenantId, subscriptions, wanted, actor });
      for (const { userId } of without) refused.set(userId, 'NO_SEATS_AVAILABLE');
      const leasedUntil = users.find((user) => refused.get(user.userId) === 'SEAT_LEASED')?.leasedUntil ?? undefined;
      const why = whyNoSeat(subscriptions, licenseTypeId);
      const done = resultOf({ given, refused, why, leasedUntil });
      await handOutSeats(tx, services, subscriptions);
      return done;
    });
    if (result !== again) return result;
  }
}

interface HeldSeat {
  userId: string;
  /** Null if the user has no seat of the application. */
  licenseTypeId: string | null;
  leasedUntil: Date | null;
}

/** The active members among the users, with the license types that they hold. */
function findHeld(
  db: Database | Transaction,
  { tenantId, applicationId, userIds }: { tenantId: string; applicationId: string; userIds: readonly string[] },
): Promise<HeldSeat[]> {
  return db.$queryRaw<HeldSeat[]>`
    SELECT m.user_id AS "userId", sub.license_type_id AS "licenseTypeId", (
      SELECT max(lease.expires_at) FROM identity.seat_leases lease
      WHERE lease.seat_id = s.id AND lease.expires_at > statement_timestamp()) AS "leasedUntil"
    FROM identity.memberships m
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    LEFT JOIN identity.seats s ON s.tenant_id = m.tenant_id AND s.application_id = ${applicationId}::uuid
      AND s.user_id = m.user_id
    LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ANY(${userIds}::uuid[]) AND m.status = 'ACTIVE'`;
}
