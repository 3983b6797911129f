import { type Actor, IdentityError, isIdentityError } from '@org/identity-core';
import { type IdentityPluginHost, inTransactionOfTenants, lockUserRow, type Transaction } from '@org/identity-prisma';
import { closeAccount, closeTimeout } from '../deletion/delete-account.js';
import { eraseAccount } from '../deletion/erase-accounts.js';
import { getImport } from './list-imports.js';
import { findUnused, type ImportTime } from './unused-accounts.js';
import { findOwnTenants, isUnusedTenant, membersOf } from './unused-tenants.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'logger' | 'personalData' | 'services'>;

/** What was taken back of an import. */
export interface UndoneImport {
  readonly id: string;
  /** The accounts that are gone, and those of the import that were used or changed since, or that a tenant needs. */
  readonly erased: number;
  readonly kept: number;
  /** The tenants that are gone: the import had created them, nobody else has joined, and nothing was set up in them. */
  readonly tenants: number;
}

/**
 * Takes back what an import has created and nobody has used since: accounts, and the tenants that have no other members and
 * nothing of their own. Nobody is mailed. What it has changed in accounts that existed before stays.
 */
export async function undoImport(
  services: Services,
  { importId, actor }: { importId: string; actor: Actor },
): Promise<UndoneImport> {
  const { db, events } = services;
  const { id, status, rehearsed, created, endedAt } = await getImport({ db }, importId);
  if (status === 'RUNNING' || endedAt === null)
    throw new IdentityError('IMPORT_RUNNING', 'The import is running. Cancel it first.');
  if (rehearsed) return { id, erased: 0, kept: 0, tenants: 0 };
  const since = { importId: id, endedAt, actor };
  const unused = await findUnused(db, since);
  let tenants = 0;
  for (const tenantId of await findOwnTenants(db, since))
    tenants += Number(await deleteUnused(services, tenantId, since));
  let erased = 0;
  for (const userId of unused) erased += Number(await eraseUnused(services, { userId, since }));
  const data = { erased, kept: created - erased, tenants };
  await db.$transaction((tx) =>
    events.publish(tx, { type: 'import.undone', tenantId: null, actor, subjectId: id, data }),
  );
  return { id, ...data };
}

/** Deletes a tenant, unless it is used: that is decided under the locks of the tenant and of its members. */
async function deleteUnused({ db, services }: Services, tenantId: string, since: ImportTime): Promise<boolean> {
  const { members } = services;
  if (!members || !(await isUnusedTenant(db, tenantId, since))) return false;
  const lockedUsers = await membersOf(db, tenantId);
  const onlyIf = (tx: Transaction) => isUnusedTenant(tx, tenantId, since);
  try {
    return await members.deleteTenant({ tenantId, actor: since.actor, lockedUsers, onlyIf });
  } catch (error) {
    // Somebody else has deleted it meanwhile.
    if (isIdentityError(error) && error.code === 'TENANT_NOT_FOUND') return false;
    throw error;
  }
}

interface Erasing {
  readonly userId: string;
  readonly since: ImportTime;
}

/** Closes and erases an account, unless it was used meanwhile, or a tenant would be without an owner. */
async function eraseUnused(services: Services, { userId, since }: Erasing): Promise<boolean> {
  const { db, events } = services;
  const close = async (tx: Transaction) => {
    await lockUserRow(tx, userId);
    const now = new Date();
    if ((await findUnused(tx, since, { userId })).length === 0) return false;
    return closeAccount(tx, events, { userId, where: {}, deletedAt: now, eraseAt: now, actor: since.actor });
  };
  try {
    if (!(await inTransactionOfTenants({ db, timeout: closeTimeout }, close))) return false;
  } catch (error) {
    if (isIdentityError(error) && error.status < 500) return false;
    throw error;
  }
  await eraseAccount(services, userId);
  return true;
}
