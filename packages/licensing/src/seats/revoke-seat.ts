import { isUuid, type Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { licenseNotFound } from '../access/errors.js';
import { revokeSeatsOf } from './revoke-seats-of.js';

/** Revokes a user's seat of an application; of several requests at once, only one succeeds. */
export async function revokeSeat(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { tenantId: string; userId: string; applicationId: string; principal: Principal },
) {
  return revokeSeatsOf(services, {
    ...input,
    // An id that is not a UUID gives the same result as an unknown one.
    userIds: [input.userId].filter(isUuid),
    reply(released) {
      if (released.length === 0) throw licenseNotFound();
      return { success: true, message: 'The license was revoked.' };
    },
  });
}
