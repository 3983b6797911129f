import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, Prisma } from '@org/identity-prisma';
import { changeSeats } from '../seat-changes/change-seats.js';
import { leaveWaitingLists } from '../seat-changes/leave-waiting-lists.js';
import { requestDecided, requestNotFound } from './request-errors.js';

const again = Symbol('again');

/** Ends an open request of the user. One that is WAITING leaves the waiting list. */
export async function withdrawRequest(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, userId, requestId: id }: { tenantId: string; userId: string; requestId: string },
): Promise<void> {
  const where = { id, tenantId, userId };
  for (;;) {
    const before = [id, tenantId].every(isUuid) ? await services.db.licenseRequest.findFirst({ where }) : null;
    if (!before) throw requestNotFound();
    const { status, licenseTypeId } = before;
    const licenseTypeIds = status === 'WAITING' && licenseTypeId !== null ? [licenseTypeId] : [];
    const result = await changeSeats(services, { tenantId, userIds: [userId], licenseTypeIds }, async (tx) => {
      const request = await tx.licenseRequest.findFirst({ where });
      if (!request) throw requestNotFound();
      if (request.status === 'GRANTED' || request.status === 'DECLINED') throw requestDecided();
      // It was put on a waiting list a moment ago, which is not locked.
      if (request.status !== status) return again;
      const whose = Prisma.sql`id = ${id}::uuid`;
      await leaveWaitingLists(tx, services, { whose, actor: { kind: 'user', id: userId }, cause: 'user' });
      return undefined;
    });
    if (result !== again) return;
  }
}
