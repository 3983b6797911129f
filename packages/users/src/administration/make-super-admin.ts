import type { Actor } from '@org/identity-core';
import type { EventBus, Transaction } from '@org/identity-prisma';
import type { AccountServices } from './administration-services.js';
import { findByEmail } from './find-by-email.js';

/** Makes the account with that email a super admin. `changed` is false if it already was one. */
export async function makeSuperAdmin(
  { db, events }: AccountServices,
  { email, actor }: { email: string; actor: Actor },
): Promise<{ id: string; changed: boolean }> {
  return db.$transaction(async (tx) => {
    const { id } = await findByEmail(tx, email);
    return { id, changed: await grantSuperAdmin(tx, events, { userId: id, actor }) };
  });
}

/** Grants the right and publishes its event. Returns false if the user already had it. */
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
