import { type Actor, EnteredEmail, type NewAccount, text } from '@org/identity-core';
import { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';
import type { AccountServices } from './administration-services.js';
import { grantSuperAdmin } from './make-super-admin.js';

/** An account that an operator adds; its email counts as verified. */
export const AccountInput = z.strictObject({
  email: EnteredEmail,
  displayName: text(100, { trim: true, min: 1 }).optional(),
  givenName: text(100, { trim: true, min: 1 }).optional(),
  familyName: text(100, { trim: true, min: 1 }).optional(),
  superAdmin: z.boolean().default(false),
});
export type AccountInput = z.output<typeof AccountInput>;

/** Adds an account on behalf of the operator; throws if the email is taken. */
export async function addAccount(
  { db, events }: AccountServices,
  { account, passwordHash, actor }: { account: AccountInput; passwordHash: NewAccount['passwordHash']; actor: Actor },
): Promise<{ id: string }> {
  const { superAdmin, ...profile } = account;
  return db.$transaction(async (tx) => {
    const created = await createAccount(tx, { ...profile, passwordHash });
    if (!created) throw new Error(`There is already an account with the email "${account.email}".`);
    const { id } = created;
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: id, data: {} });
    if (superAdmin) await grantSuperAdmin(tx, events, { userId: id, actor });
    return { id };
  });
}
