import { type Actor, IdentityError, isIdentityError } from '@org/identity-core';
import { type IdentityPluginHost, inTransactionOfTenants, lockUserRow, type Transaction } from '@org/identity-prisma';
import { closeAccount, closeTimeout } from '../deletion/delete-account.js';
import { eraseAccount } from '../deletion/erase-accounts.js';
import { getImport } from './list-imports.js';
import { findOwnTenants, findUnused } from './unused-accounts.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'logger' | 'personalData' | 'services'>;

/** What was taken back of an import. */
export interface UndoneImport {
  readonly id: string;
  /** The accounts that are gone, and those of the import that were used or changed since, or that a tenant needs. */
  readonly erased: number;
  readonly kept: number;
  /** The tenants that are gone: the import had created them, and nobody else has joined. */
  readonly tenants: number;
}

/**
 * Takes back what an import has created and nobody has used since: accounts, and the tenants that have no other members. Nobody
 * is mailed. What it has changed in accounts that existed before stays.
 */
export async function undoImport(
  services: Services,
  { importId, actor }: { importId: string; actor: Actor },
): Promise<UndoneImport> {
  const { db, events } = services;
  const { id, status, rehearsed, created, startedAt, endedAt } = await getImport({ db }, importId);
  if (status === 'RUNNING' || endedAt === null)
    throw new IdentityError('IMPORT_RUNNING', 'The import is running. Cancel it first.');
  if (rehearsed) return { id, erased: 0, kept: 0, tenants: 0 };
  const since = { importId: id, startedAt, endedAt, actor };
  const unused = await findUnused(db, since);
  const tenants = await findOwnTenants(db, since, unused);
  for (const tenantId of tenants) await services.services.members?.deleteTenant({ tenantId, actor });
  let erased = 0;
  for (const userId of unused) erased += Number(await eraseUnused(services, { userId, since }));
  const data = { erased, kept: created - erased, tenants: tenants.length };
  await db.$transaction((tx) =>
    events.publish(tx, { type: 'import.undone', tenantId: null, actor, subjectId: id, data }),
  );
  return { id, ...data };
}

interface Erasing {
  readonly userId: string;
  readonly since: Parameters<typeof findUnused>[1];
}

/** Closes and erases an account, unless it was used meanwhile, or a tenant would be without an owner. */
async function eraseUnused(services: Services, { userId, since }: Erasing): Promise<boolean> {
  const { db, events } = services;
  const close = async (tx: Transaction) => {
    await lockUserRow(tx, userId);
    const now = new Date();
    if ((await findUnused(tx, since, userId)).length === 0) return false;
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
