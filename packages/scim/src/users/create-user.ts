import { lockUserRow, type Transaction, uuidV7 } from '@org/identity-prisma';
import { newFindings, refuseProblems } from '../protocol/findings.js';
import { readResource, type Values } from '../protocol/read-resource.js';
import { invalid, notUnique } from '../protocol/scim-error.js';
import { shortName } from '../protocol/stored-values.js';
import { keyOf, textOf } from '../protocol/text-values.js';
import { userType } from '../protocol/user-schema.js';
import type { CallingDirectory, ScimServices } from '../services.js';
import { changeDirectory, lockTenantOf } from '../sync/change-directory.js';
import { emailOfUser, namesOfUser } from './account-of-user.js';
import { provisionUser } from './provision-user.js';
import { columnsOf, type UserRow } from './user-row.js';

/** Adds a user of the directory, and makes the user a member or invites them. */
export function createUser(
  services: ScimServices,
  { directory, body }: { directory: CallingDirectory; body: Readonly<Record<string, unknown>> },
): Promise<UserRow> {
  const request = { method: 'POST', resource: 'User' } as const;
  return changeDirectory(services, { directory, request }, async (tx, notes) => {
    const findings = newFindings();
    const values = readResource(userType, body, findings);
    notes.ignored = findings.ignored;
    refuseProblems(findings);
    notes.subject = textOf(values, 'userName');
    notes.attributes = [...values.keys()].map((key) => shortName(userType, key));
    if (notes.subject === undefined) throw invalid('invalidValue', 'userName is required.');
    const email = emailOfUser(values);
    await lockMadeAccount(tx, services, { directory, email });
    await lockTenantOf(tx, directory);
    await requireUniqueUser(tx, { directory, values });
    const columns = columnsOf(values);
    const { directoryId, tenantId } = directory;
    const wanted = { directory, email, names: namesOfUser(values) };
    // A user who is not active yet gets neither an account nor an invitation.
    const provisioned = columns.active
      ? await provisionUser(tx, services, { wanted, notes })
      : ({ status: 'PENDING', userId: null, invitationId: null } as const);
    notes.outcomes.add('stored');
    const id = uuidV7();
    notes.resourceId = id;
    notes.userId = provisioned.userId;
    // No group can name the new id yet, so there are none to join.
    return tx.directoryUser.create({ data: { id, directoryId, tenantId, ...columns, ...provisioned } });
  });
}

/**
 * Locks the account of an email if this directory has created it, because it may become a member again: users are locked
 * before tenants.
 */
export async function lockMadeAccount(
  tx: Transaction,
  { accounts }: Pick<ScimServices, 'accounts'>,
  { directory: { directoryId }, email }: { directory: CallingDirectory; email: string },
): Promise<void> {
  const account = await accounts.findByEmail(tx, email);
  if (!account) return;
  const made = await tx.directoryAccount.count({ where: { directoryId, userId: account.id } });
  if (made > 0) await lockUserRow(tx, account.id);
}

interface UniqueUser {
  readonly directory: CallingDirectory;
  readonly values: Values;
  /** The resource itself, if it exists already. */
  readonly exceptId?: string;
}

/** Throws if another user of the directory has the user name or the external id. */
export async function requireUniqueUser(tx: Transaction, unique: UniqueUser): Promise<void> {
  const field = await findTaken(tx, unique);
  if (field) throw notUnique(`Another user of this directory has the same ${field}.`);
}

/** The attribute whose value another user of the directory has; undefined if there is none. */
export async function findTaken(
  tx: Transaction,
  { directory: { directoryId }, values, exceptId }: UniqueUser,
): Promise<'userName' | 'externalId' | undefined> {
  const [userName, externalId] = [textOf(values, 'userName') ?? '', textOf(values, 'externalId')];
  const same = [{ userNameKey: keyOf(userName) }, ...(externalId === undefined ? [] : [{ externalId }])];
  const where = { directoryId, OR: same, ...(exceptId === undefined ? {} : { id: { not: exceptId } }) };
  const other = await tx.directoryUser.findFirst({ where, select: { userNameKey: true } });
  if (!other) return undefined;
  return other.userNameKey === keyOf(userName) ? 'userName' : 'externalId';
}
