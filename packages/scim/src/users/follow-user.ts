import type { Transaction } from '@org/identity-prisma';
import type { LogNotes } from '../log/write-log.js';
import type { Values } from '../protocol/read-resource.js';
import { actorOfDirectory, type CallingDirectory, membersOf, type ScimServices } from '../services.js';
import { emailOfUser, namesOfUser } from './account-of-user.js';
import type { ChangedUser } from './changed-user.js';
import { dropRequest, holdRequest } from './hold-request.js';
import { isOpen, revokeInvitation } from './invitation-of-user.js';
import { type Provisioned, provisionUser } from './provision-user.js';
import { updateAccount } from './update-account.js';

type Linked = Provisioned | { readonly invitationId: null } | { readonly status: 'ACTIVE' };

/**
 * Does what follows from the change of a user whom the directory manages, or who is no member: the member is suspended, active
 * again or invited, and the account gets the names. Returns what the resource stands for, if that is something else now. The
 * tenant is locked.
 */
export async function followUser(
  tx: Transaction,
  services: ScimServices,
  changed: ChangedUser,
): Promise<Linked | undefined> {
  const { row, after } = changed;
  if (row.heldRequest !== null) await dropRequest(tx, row);
  const linked =
    after.get('active') !== true
      ? await deactivate(tx, services, changed)
      : await (row.userId === null ? followPending : followMember)(tx, services, changed);
  // An owner has handed the member over, or the member is no admin any more.
  return linked ?? (row.userId !== null && row.status === 'PENDING' ? { status: 'ACTIVE' } : undefined);
}

/** The same for a member whom the directory does not manage: what it wants is kept for an owner. */
export async function followHeld(
  tx: Transaction,
  services: ScimServices,
  { directory, row, before, after, notes, standing, wantsGone }: ChangedUser & { readonly wantsGone: boolean },
): Promise<void> {
  if (wantsGone && standing.member?.active)
    await holdRequest(tx, services, { directory, row, request: 'SUSPEND', notes });
  else if (row.heldRequest !== null) await dropRequest(tx, row);
  const shown = (values: Values) => JSON.stringify([namesOfUser(values), emailOfUser(values)]);
  if (shown(before) !== shown(after)) notes.outcomes.add('kept');
}

/** Suspends the member, or revokes the invitation. */
async function deactivate(
  tx: Transaction,
  services: ScimServices,
  { directory, standing, row, notes }: ChangedUser,
): Promise<Linked | undefined> {
  if (row.userId !== null) {
    if (standing.member?.active) await suspend(tx, services, { directory, userId: row.userId, notes });
    return undefined;
  }
  if (row.invitationId === null) return undefined;
  if (await revokeInvitation(tx, services, { directory, standing, row })) notes.outcomes.add('uninvited');
  return { invitationId: null };
}

/** Suspends an active member; throws LAST_OWNER. */
export async function suspend(
  tx: Transaction,
  services: ScimServices,
  { directory, userId, notes }: { directory: CallingDirectory; userId: string; notes: LogNotes },
): Promise<void> {
  const { tenantId } = directory;
  if (await membersOf(services).suspend(tx, { tenantId, userId, actor: actorOfDirectory(directory) }))
    notes.outcomes.add('suspended');
}

/** Somebody who was not active, or has not accepted yet. */
async function followPending(
  tx: Transaction,
  services: ScimServices,
  { directory, standing, row, before, after, notes }: ChangedUser,
): Promise<Provisioned | undefined> {
  const email = emailOfUser(after);
  const { invitationId } = row;
  const sameEmail = services.accounts.normalizeEmail(email) === services.accounts.normalizeEmail(emailOfUser(before));
  if (invitationId !== null && sameEmail && (await isOpen(tx, invitationId))) return undefined;
  if (invitationId !== null) await revokeInvitation(tx, services, { directory, standing, row });
  const wanted = { directory, email, names: namesOfUser(after), exceptId: row.id };
  return provisionUser(tx, services, { wanted, notes });
}

async function followMember(
  tx: Transaction,
  services: ScimServices,
  changed: ChangedUser,
): Promise<Provisioned | undefined> {
  const { directory, standing, row, before, after, notes } = changed;
  const { tenantId } = directory;
  const userId = row.userId ?? '';
  if (before.get('active') !== true) {
    if (!standing.member) {
      const wanted = { directory, email: emailOfUser(after), names: namesOfUser(after), exceptId: row.id };
      return provisionUser(tx, services, { wanted, notes });
    }
    const again = await membersOf(services).reactivate(tx, { tenantId, userId, actor: actorOfDirectory(directory) });
    if (again) notes.outcomes.add('reactivated');
  }
  await updateAccount(tx, services, changed, userId);
  return undefined;
}
