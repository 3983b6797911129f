import { type Actor, isUuid } from '@org/identity-core';
import { licenseNotFound } from '../access/errors.js';
import type { SeatCallServices } from './one-statement.js';
import { revokeAtOnce } from './revoke-at-once.js';
import { revokeSeatsOf } from './revoke-seats-of.js';

interface SeatRevocation {
  tenantId: string;
  userId: string;
  applicationId: string;
  actor: Actor;
}

/** Revokes a user's seat of an application; of several requests at once, only one succeeds. */
export async function revokeSeat(services: SeatCallServices, input: SeatRevocation) {
  await releaseSeat(services, input);
  return { success: true, message: 'The license was revoked.' };
}

/** The same for other plugins. */
export async function releaseSeat(services: SeatCallServices, input: SeatRevocation): Promise<void> {
  if (await revokeAtOnce(services, input)) return;
  await revokeSeatsOf(services, {
    ...input,
    // An id that is not a UUID gives the same result as an unknown one.
    userIds: [input.userId].filter(isUuid),
    resultOf(released) {
      if (released.length === 0) throw licenseNotFound();
    },
  });
}
