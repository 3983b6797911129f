import { userOnly } from '@org/identity-core';
import { requireOwner, type TenantCall } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory, readDirectories } from './find-directory.js';

type Services = Pick<ScimServices, 'db' | 'issuer'>;

/** The directories of a tenant, for its owners. */
export async function listDirectories({ db, issuer }: Services, { tenantId, principal }: TenantCall) {
  await requireOwner(db, { tenantId, principal: userOnly(principal), bySetupLink: true });
  return { directories: await readDirectories(db, { tenantId, issuer }) };
}

/** One of them. */
export async function getDirectory({ db, issuer }: Services, { tenantId, principal, directoryId }: DirectoryCall) {
  await requireOwner(db, { tenantId, principal: userOnly(principal) });
  return findDirectory(db, { tenantId, directoryId, issuer });
}
