import type { Transaction } from '@org/identity-prisma';
import type { LogNotes } from '../log/write-log.js';
import type { Values } from '../protocol/read-resource.js';
import { actorOfDirectory, type CallingDirectory, membersOf, type ScimServices } from '../services.js';
import { emailOfUser, namesOfUser } from './account-of-user.js';
import { type Provisioned, provisionUser } from './provision-user.js';
import type { UserRow } from './user-row.js';

interface ChangedUser {
  readonly directory: CallingDirectory;
  /** As it was. */
  readonly row: UserRow;
  readonly before: Values;
  readonly after: Values;
  readonly notes: LogNotes;
}

type Linked = Provisioned | { readonly invitationId: null };

/**
 * Does what follows from the change of a user: the member is suspended, active again or invited, and the account gets the
 * names. Returns what the resource stands for, if that is something else now. The tenant is locked.
 */
export function followUser(tx: Transaction, services: ScimServices, changed: ChangedUser): Promise<Linked | undefined> {
  if (changed.after.get('active') !== true) return deactivate(tx, services, changed);
  return changed.row.userId === null ? followPending(tx, services, changed) : followMember(tx, services, changed);
}

/** Suspends the member, or revokes the invitation. */
async function deactivate(
  tx: Transaction,
  services: ScimServices,
  { directory, row, notes }: ChangedUser,
): Promise<Linked | undefined> {
  const { tenantId } = directory;
  const actor = actorOfDirectory(directory);
  if (row.userId !== null) {
    if (await suspendIfMember(tx, services, { directory, userId: row.userId })) notes.outcomes.add('suspended');
    return undefined;
  }
  if (row.invitationId === null) return undefined;
  if (await membersOf(services).uninvite(tx, { tenantId, invitationId: row.invitationId, actor }))
    notes.outcomes.add('uninvited');
  return { invitationId: null };
}

/** Suspends a member; throws LAST_OWNER. Returns false if the account is no active member. */
export async function suspendIfMember(
  tx: Transaction,
  services: ScimServices,
  { directory, userId }: { directory: CallingDirectory; userId: string },
): Promise<boolean> {
  const { tenantId } = directory;
  const where = { tenantId, userId, status: 'ACTIVE' as const };
  if ((await tx.membership.count({ where })) === 0) return false;
  return membersOf(services).suspend(tx, { tenantId, userId, actor: actorOfDirectory(directory) });
}

/** Somebody who was not active, or has not accepted yet. */
async function followPending(
  tx: Transaction,
  services: ScimServices,
  { directory, row, before, after, notes }: ChangedUser,
): Promise<Provisioned | undefined> {
  const email = emailOfUser(after);
  const { invitationId } = row;
  const sameEmail = services.accounts.normalizeEmail(email) === services.accounts.normalizeEmail(emailOfUser(before));
  if (invitationId !== null && sameEmail && (await isOpen(tx, invitationId))) return undefined;
  if (invitationId !== null) {
    const actor = actorOfDirectory(directory);
    await membersOf(services).uninvite(tx, { tenantId: directory.tenantId, invitationId, actor });
  }
  const wanted = { directory, email, names: namesOfUser(after), exceptId: row.id };
  return provisionUser(tx, services, { wanted, notes });
}

/** Whether an invitation waits for its answer. One that an admin has revoked is not sent again by the next run. */
async function isOpen(tx: Transaction, invitationId: string): Promise<boolean> {
  const invitation = await tx.invitation.findUnique({
    where: { id: invitationId },
    select: { status: true, expiresAt: true },
  });
  if (invitation?.status === 'REVOKED') return true;
  return invitation?.status === 'PENDING' && invitation.expiresAt > new Date();
}

async function followMember(
  tx: Transaction,
  services: ScimServices,
  changed: ChangedUser,
): Promise<Provisioned | undefined> {
  const { directory, row, before, after, notes } = changed;
  const { tenantId } = directory;
  const userId = row.userId ?? '';
  if (before.get('active') !== true) {
    const key = { tenantId, userId };
    const membership = await tx.membership.findUnique({ where: { tenantId_userId: key }, select: { status: true } });
    if (!membership || membership.status === 'INVITED') {
      const wanted = { directory, email: emailOfUser(after), names: namesOfUser(after), exceptId: row.id };
      return provisionUser(tx, services, { wanted, notes });
    }
    const again = await membersOf(services).reactivate(tx, { ...key, actor: actorOfDirectory(directory) });
    if (again) notes.outcomes.add('reactivated');
  }
  await updateAccount(tx, services, changed, userId);
  return undefined;
}

/**
 * Passes names and email on to the account, if this directory has created it and it belongs to no other tenant. The email
 * changes only to one of the tenant's verified domains.
 */
async function updateAccount(
  tx: Transaction,
  { accounts, services }: ScimServices,
  { directory, before, after, notes }: ChangedUser,
  userId: string,
): Promise<void> {
  const { tenantId, directoryId } = directory;
  const [names, old] = [namesOfUser(after), namesOfUser(before)];
  const changedName = (Object.keys(names) as (keyof typeof names)[]).filter((field) => names[field] !== old[field]);
  const email = emailOfUser(after);
  const changesEmail = email !== emailOfUser(before);
  if (changedName.length === 0 && !changesEmail) return;
  if ((await tx.directoryAccount.count({ where: { directoryId, userId } })) === 0)
    return void notes.outcomes.add('kept');
  const elsewhere = { userId, tenantId: { not: tenantId }, status: { not: 'INVITED' as const } };
  if ((await tx.membership.count({ where: elsewhere })) > 0) return void notes.outcomes.add('kept');
  const owned = changesEmail && (await services.connections?.ownsEmail(tx, { tenantId, email })) === true;
  const fields = {
    ...Object.fromEntries(changedName.map((field) => [field, names[field]])),
    ...(owned ? { email } : {}),
  };
  const done = await accounts.update(tx, { userId, actor: actorOfDirectory(directory), fields });
  if (done.length > 0) notes.outcomes.add('account');
  if (done.includes('email')) notes.outcomes.add('email');
  if (changesEmail && !done.includes('email')) notes.outcomes.add('email-kept');
}
