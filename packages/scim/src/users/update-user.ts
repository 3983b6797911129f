import { lockUserRow, type Transaction } from '@org/identity-prisma';
import { settleGroups } from '../groups/settle-groups.js';
import type { LogNotes } from '../log/write-log.js';
import { requireMatch } from '../protocol/etag.js';
import type { Values } from '../protocol/read-resource.js';
import { changedNames } from '../protocol/stored-values.js';
import { userType } from '../protocol/user-schema.js';
import type { CallingDirectory, ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';
import { changeDirectory, lockTenantOf, type UpdateInput } from '../sync/change-directory.js';
import { emailOfUser } from './account-of-user.js';
import type { ChangedUser } from './changed-user.js';
import { findTaken, lockMadeAccount, requireUniqueUser } from './create-user.js';
import { followHeld, followUser } from './follow-user.js';
import { keepNames, readChanges, readReplacement, type UserChange } from './read-change.js';
import { columnsOf, findUser, type UserRow, valuesOf } from './user-row.js';

/** Replaces a user. A resource without `active` stays as active as it was. */
export function replaceUser(services: ScimServices, input: UpdateInput): Promise<UserRow> {
  return updateUser(services, { ...input, method: 'PUT' }, (before) => readReplacement(input.body, before));
}

/** Changes some attributes of a user. */
export function patchUser(services: ScimServices, input: UpdateInput): Promise<UserRow> {
  return updateUser(services, { ...input, method: 'PATCH' }, (before) => readChanges(input.body, before));
}

function updateUser(
  services: ScimServices,
  { directory, id, ifMatch, method }: UpdateInput & { method: 'PUT' | 'PATCH' },
  read: (before: Values) => UserChange,
): Promise<UserRow> {
  const { directoryId } = directory;
  return changeDirectory(services, { directory, request: { method, resource: 'User' } }, async (tx, notes) => {
    const found = await findUser(tx, { directoryId, id });
    noteUser(notes, found);
    const { values: proposed } = read(valuesOf(found));
    // Users are locked before tenants: the names of the account may change, or it may become a member again.
    await lockAccounts(tx, services, { directory, found, proposed });
    const locked = await lockTenantOf(tx, directory, found.userId);
    const row = await findUser(tx, { directoryId, id });
    // Somebody has accepted an invitation meanwhile.
    const standing = (row.userId === found.userId ? undefined : await readStanding(tx, row)) ?? locked;
    requireMatch(ifMatch, row.version);
    noteUser(notes, row);
    const before = valuesOf(row);
    const change = read(before);
    notes.ignored = change.findings.ignored;
    return follow(tx, services, { directory, standing, row, before, after: change.values, notes }, change);
  });
}

/** Stores the values first, so that what follows from them finds the resource as it is now. */
async function follow(
  tx: Transaction,
  services: ScimServices,
  changed: ChangedUser,
  change: UserChange,
): Promise<UserRow> {
  const { directory, standing, row, before, after, notes } = changed;
  const managed = row.userId === null || (await manages(tx, services, { tenantId: directory.tenantId, standing }));
  const wantsGone = after.get('active') !== true;
  // Whether the member is active is not for this directory to say.
  if (!managed) after.set('active', standing.member?.active ?? false);
  if (changedNames(userType, before, after).length > 0) await settleNames(tx, changed, change);
  notes.attributes = changedNames(userType, before, after);
  const isChanged = notes.attributes.length > 0;
  if (isChanged) {
    const data = { ...columnsOf(after), version: { increment: 1 } };
    await tx.directoryUser.update({ where: { id: row.id }, data });
    notes.outcomes.add('stored');
  }
  const linked = managed ? await followUser(tx, services, changed) : undefined;
  if (!managed) await followHeld(tx, services, { ...changed, wantsGone });
  if (linked) await tx.directoryUser.update({ where: { id: row.id }, data: linked });
  if (!isChanged && !linked) return row;
  const next = await tx.directoryUser.findUniqueOrThrow({ where: { id: row.id } });
  if (linked && next.status === 'ACTIVE') await settleGroups(tx, services, { directory, row: next });
  return next;
}

/** Names of others are refused. If the user leaves, their own names stay instead. */
async function settleNames(
  tx: Transaction,
  { directory, row, before, after: values }: ChangedUser,
  change: UserChange,
): Promise<void> {
  const unique = { directory, values, exceptId: row.id };
  if (!change.leaves) await requireUniqueUser(tx, unique);
  else if (await findTaken(tx, unique)) keepNames(change, before);
}

async function lockAccounts(
  tx: Transaction,
  services: ScimServices,
  { directory, found, proposed }: { directory: CallingDirectory; found: UserRow; proposed: Values },
): Promise<void> {
  const { directoryId } = directory;
  const { userId } = found;
  if (userId === null) return lockMadeAccount(tx, services, { directory, email: emailOfUser(proposed) });
  const made = await tx.directoryAccount.count({ where: { directoryId, userId } });
  if (made > 0) await lockUserRow(tx, userId);
}

export function noteUser(notes: LogNotes, { id, userName, userId }: UserRow): void {
  notes.resourceId = id;
  notes.subject = userName;
  notes.userId = userId;
}
