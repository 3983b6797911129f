import { userOnly } from '@org/identity-core';
import { requireOwner } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoriesCall, DirectoryCall } from './change-as-owner.js';
import { findDirectory, readDirectories } from './find-directory.js';

type Services = Pick<ScimServices, 'db' | 'issuer'>;

/** The directories of a tenant, for its owners. */
export async function listDirectories({ db, issuer }: Services, { tenantId, principal }: DirectoriesCall) {
  await requireOwner(db, { tenantId, principal: userOnly(principal) });
  return { directories: await readDirectories(db, { tenantId, issuer }) };
}

/** One of them. */
export async function getDirectory({ db, issuer }: Services, { tenantId, principal, directoryId }: DirectoryCall) {
  await requireOwner(db, { tenantId, principal: userOnly(principal) });
  return findDirectory(db, { tenantId, directoryId, issuer });
}
