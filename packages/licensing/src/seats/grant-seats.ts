import { actorOf, type ErrorCode, IdentityError, isUuid, type Principal } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  lockMembershipRows,
  lockSubscriptionRows,
  type Transaction,
} from '@org/identity-prisma';
import { invalidLicenseType } from '../access/errors.js';
import { manager, tenantOf } from '../access/rights.js';
import { requireApplication } from '../license-types/require-application.js';
import { grantable, inGrantOrder } from './find-free-seat.js';

/** The most seats that one call can grant or revoke. */
export const maxSeatsAtOnce = 200;

export interface GrantSeatsInput {
  principal: Principal;
  applicationId: string;
  licenseTypeId: string;
  userIds: readonly string[];
}

type Refusal = Extract<ErrorCode, 'USER_NOT_FOUND' | 'ALREADY_LICENSED' | 'NO_SEATS_AVAILABLE'>;

/**
 * Assigns seats of a license to several members: to all of them or to none. The details of the error name every user that
 * was refused as the path, with the code of the reason as the message.
 */
export async function grantSeats(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: GrantSeatsInput,
): Promise<{ granted: number }> {
  const { principal, applicationId, licenseTypeId } = input;
  const tenantId = tenantOf(manager(principal, 'licenses:write'));
  const userIds = chosenUsers(input.userIds);
  await requireApplication(db, applicationId);
  const ofApplication = { id: licenseTypeId, applicationId };
  const type = isUuid(licenseTypeId) ? await db.licenseType.findFirst({ where: ofApplication }) : null;
  if (!type) throw invalidLicenseType();
  return inTenantTransaction({ db, tenantId, locks: 'seats' }, async (tx) => {
    await lockMembershipRows(tx, { tenantId, userId: userIds });
    await lockSubscriptionRows(tx, { tenantId, licenseTypeId });
    const free = await freeSeats(tx, { tenantId, applicationId, licenseTypeId });
    const refused = await refusedUsers(tx, { tenantId, applicationId, userIds });
    const without = userIds.filter((id) => !refused.has(id)).slice(free.length);
    for (const id of without) refused.set(id, 'NO_SEATS_AVAILABLE');
    if (refused.size > 0) throw refusalOf(refused);
    const data = userIds.map((userId, index) => ({
      subscriptionId: free[index] ?? '',
      tenantId,
      applicationId,
      userId,
    }));
    const seats = await tx.seat.createManyAndReturn({ data });
    const placeOf = new Map(userIds.map((id, index) => [id, index]));
    await events.publishAll(
      tx,
      [...seats]
        .sort((one, other) => (placeOf.get(one.userId) ?? 0) - (placeOf.get(other.userId) ?? 0))
        .map(({ id, userId, subscriptionId }) => ({
          type: 'seat.granted' as const,
          tenantId,
          actor: actorOf(principal),
          subjectId: userId,
          data: { seatId: id, subscriptionId, applicationId, licenseTypeId },
        })),
    );
    return { granted: seats.length };
  });
}

/** The ids in lower case, each once. Throws if there are none or too many, or if one is no id. */
export function chosenUsers(userIds: readonly string[]): string[] {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const refused = (reason: 'NONE_CHOSEN' | 'TOO_MANY_CHOSEN') =>
    new IdentityError('VALIDATION_FAILED', `Choose 1 to ${maxSeatsAtOnce} members.`, { reason });
  if (ids.length === 0) throw refused('NONE_CHOSEN');
  if (ids.length > maxSeatsAtOnce) throw refused('TOO_MANY_CHOSEN');
  const unknown = ids.filter((id) => !isUuid(id));
  if (unknown.length > 0) throw refusalOf(new Map(unknown.map((id) => [id, 'USER_NOT_FOUND'])));
  return ids;
}

function refusalOf(refused: ReadonlyMap<string, Refusal>): IdentityError {
  const [code = 'USER_NOT_FOUND'] = refused.values();
  const details = [...refused].map(([path, message]) => ({ path, message }));
  return new IdentityError(code, 'No seat was granted, because some of the members cannot get one.', { details });
}

/** The subscription of each free seat, in the order in which they are granted; as many as one call can need. */
async function freeSeats(
  tx: Transaction,
  of: { tenantId: string; applicationId: string; licenseTypeId: string },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string; free: number }[]>`
    SELECT sub.id, sub.quantity_purchased - sub.quantity_assigned AS free FROM identity.subscriptions sub
    WHERE sub.tenant_id = ${of.tenantId}::uuid AND sub.application_id = ${of.applicationId}::uuid
      AND sub.license_type_id = ${of.licenseTypeId}::uuid AND ${grantable}
    ORDER BY ${inGrantOrder} LIMIT ${maxSeatsAtOnce}`;
  return rows.flatMap(({ id, free }) => Array.from({ length: Math.min(free, maxSeatsAtOnce) }, () => id));
}

/** Users who cannot get a seat: they are not active members, or have one already. */
async function refusedUsers(
  tx: Transaction,
  { tenantId, applicationId, userIds }: { tenantId: string; applicationId: string; userIds: readonly string[] },
): Promise<Map<string, Refusal>> {
  const [members, holders] = [
    await tx.membership.findMany({
      where: { tenantId, userId: { in: [...userIds] }, status: 'ACTIVE' },
      select: { userId: true },
    }),
    await tx.seat.findMany({
      where: { tenantId, applicationId, userId: { in: [...userIds] } },
      select: { userId: true },
    }),
  ].map((rows) => new Set(rows.map(({ userId }) => userId)));
  const refused = new Map<string, Refusal>();
  for (const id of userIds) {
    if (!members?.has(id)) refused.set(id, 'USER_NOT_FOUND');
    else if (holders?.has(id)) refused.set(id, 'ALREADY_LICENSED');
  }
  return refused;
}
