import type { Actor } from '@org/identity-core';
import type { EventBus, Transaction } from '@org/identity-prisma';
import type { AccountServices } from './add-account.js';
import { findByAddress } from './find-by-address.js';

/** Makes the owner of an address super admin; says whether they were one already. */
export async function makeSuperAdmin(
  { db, events }: AccountServices,
  { email, actor }: { email: string; actor: Actor },
): Promise<{ id: string; changed: boolean }> {
  return db.$transaction(async (tx) => {
    const { id } = await findByAddress(tx, email);
    return { id, changed: await grantSuperAdmin(tx, events, { userId: id, actor }) };
  });
}

/** The right itself and its event, once. */
export async function grantSuperAdmin(
  tx: Transaction,
  events: Pick<EventBus, 'publish'>,
  { userId, actor }: { userId: string; actor: Actor },
): Promise<boolean> {
  const where = { id: userId, superAdmin: false, deletedAt: null };
  const { count } = await tx.user.updateMany({ where, data: { superAdmin: true } });
  if (count === 0) return false;
  await events.publish(tx, { type: 'super_admin.granted', tenantId: null, actor, subjectId: userId, data: {} });
  return true;
}
