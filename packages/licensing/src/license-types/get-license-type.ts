import { IdentityError, isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { licenseTypeEntry, withApplication } from './license-type-entry.js';

/** One license type, with the name of its application. */
export async function getLicenseType(tx: Transaction, licenseTypeId: string) {
  const type = isUuid(licenseTypeId)
    ? await tx.licenseType.findUnique({ where: { id: licenseTypeId }, include: withApplication })
    : null;
  if (!type) throw licenseTypeNotFound();
  return licenseTypeEntry(type);
}

export const licenseTypeNotFound = () => new IdentityError('NOT_FOUND', 'There is no such license type.');
