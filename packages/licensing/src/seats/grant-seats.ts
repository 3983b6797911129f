import { actorOf, type ErrorCode, IdentityError, isUuid, type Principal } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { noSeatsAvailable, type WithoutSeats } from '../access/errors.js';
import { manager, tenantOf } from '../access/rights.js';
import { requireLicenseType } from '../license-types/require-license-type.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';

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
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: GrantSeatsInput,
): Promise<{ granted: number }> {
  const { principal, applicationId, licenseTypeId } = input;
  const { db } = services;
  const tenantId = tenantOf(manager(principal, 'licenses:write'));
  const userIds = chosenUsers(input.userIds);
  const type = await requireLicenseType(db, { applicationId, licenseTypeId });
  return changeSeats(services, { tenantId, userIds, licenseTypeIds: [type.id] }, async (tx, subscriptions) => {
    const refused = await refusedUsers(tx, { tenantId, applicationId, userIds });
    const wanted = userIds
      .filter((id) => !refused.has(id))
      .map((userId) => ({ userId, applicationId: type.applicationId, licenseTypeId: type.id }));
    const gift = { tenantId, subscriptions, wanted, actor: actorOf(principal) };
    const { given, without } = await giveSeats(tx, services, gift);
    for (const { userId } of without) refused.set(userId, 'NO_SEATS_AVAILABLE');
    // Rolls back what was given.
    if (refused.size > 0) throw refusalOf(refused, without.length > 0 ? whyNoSeat(subscriptions, type.id) : undefined);
    return { granted: given.length };
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

function refusalOf(refused: ReadonlyMap<string, Refusal>, why?: WithoutSeats): IdentityError {
  const [code = 'USER_NOT_FOUND'] = refused.values();
  const details = [...refused].map(([path, message]) => ({ path, message }));
  // If there is no seat for anybody, that is the reason for all of them.
  if (why !== undefined && why !== 'NONE_FREE' && code === 'NO_SEATS_AVAILABLE')
    return new IdentityError(code, noSeatsAvailable(why).message, { details, reason: why });
  return new IdentityError(code, 'No seat was granted, because some of the members cannot get one.', { details });
}

/** Users who cannot get a seat: they are not active members, or have one already. */
async function refusedUsers(
  tx: Transaction,
  { tenantId, applicationId, userIds }: { tenantId: string; applicationId: string; userIds: readonly string[] },
): Promise<Map<string, Refusal>> {
  const [members, holders] = [
    await tx.membership.findMany({
      where: { tenantId, userId: { in: [...userIds] }, status: 'ACTIVE', tenant: { closingAt: null } },
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
