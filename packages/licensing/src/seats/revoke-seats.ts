import { actorOf, IdentityError, type Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { chosenUsers } from './grant-seats.js';
import { revokeSeatsOf } from './revoke-seats-of.js';

/**
 * Revokes the seats of several users: all of them or none. The details of the error name every user without a seat as the
 * path, with the code of the reason as the message.
 */
export async function revokeSeats(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { principal: Principal; applicationId: string; userIds: readonly string[] },
): Promise<{ revoked: number }> {
  const { principal, applicationId } = input;
  const tenantId = tenantOf(manager(principal, 'licenses:write'));
  const userIds = chosenUsers(input.userIds);
  return revokeSeatsOf(services, {
    tenantId,
    applicationId,
    userIds,
    actor: actorOf(principal),
    resultOf(released) {
      const without = userIds.filter((id) => !released.some(({ userId }) => userId === id));
      if (without.length === 0) return { revoked: released.length };
      const details = without.map((path) => ({ path, message: 'LICENSE_NOT_FOUND' }));
      throw new IdentityError('LICENSE_NOT_FOUND', 'Some of these users have no seat. Nothing was changed.', {
        details,
      });
    },
  });
}
