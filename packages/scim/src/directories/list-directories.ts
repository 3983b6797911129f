import { isDeclared, userOnly } from '@org/identity-core';
import { type OwnerCall, requireOwner } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory, readDirectories } from './find-directory.js';

type Services = Pick<ScimServices, 'db' | 'issuer'>;

/** The directories of a tenant, for its owners. */
export async function listDirectories({ db, issuer }: Services, { tenantId, principal }: OwnerCall) {
  const owner = isDeclared(principal) ? principal : userOnly(principal);
  await requireOwner(db, { tenantId, principal: owner, alsoBy: ['setup_link'] });
  return { directories: await readDirectories(db, { tenantId, issuer }) };
}

/** One of them. */
export async function getDirectory({ db, issuer }: Services, { tenantId, principal, directoryId }: DirectoryCall) {
  await requireOwner(db, { tenantId, principal: userOnly(principal) });
  return findDirectory(db, { tenantId, directoryId, issuer });
}
