import type { Transaction } from '@org/identity-prisma';
import { actorOfDirectory, type ScimServices } from '../services.js';
import { emailOfUser, namesOfUser } from './account-of-user.js';
import type { ChangedUser } from './changed-user.js';

/**
 * Passes names and email on to the account, if this directory has created it and it belongs to no other tenant. The email
 * changes only to one of the tenant's verified domains, and only if an owner made or confirmed the directory: the visitor of a
 * setup link can also verify a domain of their own, and would get the account by a mail to it.
 */
export async function updateAccount(
  tx: Transaction,
  { accounts, services }: ScimServices,
  { directory, standing, before, after, notes }: ChangedUser,
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
  const mayChange = changesEmail && standing.confirmed;
  const owned = mayChange && (await services.connections?.ownsEmail(tx, { tenantId, email })) === true;
  const fields = {
    ...Object.fromEntries(changedName.map((field) => [field, names[field]])),
    ...(owned ? { email } : {}),
  };
  const done = await accounts.update(tx, { userId, actor: actorOfDirectory(directory), fields });
  if (done.length > 0) notes.outcomes.add('account');
  if (done.includes('email')) notes.outcomes.add('email');
  if (changesEmail && !done.includes('email')) notes.outcomes.add('email-kept');
}
