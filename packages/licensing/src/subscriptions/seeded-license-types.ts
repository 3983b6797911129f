import type { SeedField } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { LicenseTypeSeed, seedLicenseTypes } from './seed-licensing.js';

const LicenseTypes = z.array(LicenseTypeSeed).default([]);
type LicenseTypes = z.output<typeof LicenseTypes>;

/** The license types of an application in the seed. */
export const seededLicenseTypes: SeedField<Transaction, LicenseTypes> = {
  kind: 'license type',
  schema: () => LicenseTypes,
  write: seedLicenseTypes,
  async read(tx, application, types) {
    const found = await tx.licenseType.findMany({
      where: { application: { name: application }, slug: { in: types.map(({ slug }) => slug) } },
      select: { slug: true, name: true, features: true },
      orderBy: { slug: 'asc' },
    });
    return found.map(({ slug, ...fields }) => ({ kind: 'license type', name: `${application}/${slug}`, fields }));
  },
  async left(tx, application, types) {
    const others = await tx.licenseType.findMany({
      where: { application: { name: application }, slug: { notIn: types.map(({ slug }) => slug) } },
      select: { slug: true },
      orderBy: { slug: 'asc' },
    });
    return others.map(({ slug }) => `${application}/${slug}`);
  },
};
