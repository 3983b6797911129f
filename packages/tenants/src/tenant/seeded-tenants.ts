import type { SeedEntry, SeedSection } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { seedTenants, TenantSeed } from './seed-tenants.js';

/** The section `tenants` of the seed. */
export const seededTenants: SeedSection<Transaction, z.output<typeof TenantSeed>> = {
  kind: 'tenant',
  entry: () => TenantSeed,
  nameOf: ({ slug }) => slug,
  after: ['users'],
  write: (tx, tenants, seed) => seedTenants(tx, tenants, (email) => seed.idOf('users', email)),
  async read(tx, tenants, seed) {
    const slugs = tenants.map(({ slug }) => slug);
    const ofTenants = { slug: { in: slugs }, closingAt: null };
    const found = await tx.tenant.findMany({ where: ofTenants, select: { slug: true } });
    return [...found.map(({ slug }) => entryOf('tenant', slug)), ...(await readMembers(tx, slugs, seed.keys('users')))];
  },
};

const entryOf = (kind: string, name: string): SeedEntry => ({ kind, name, fields: {} });

async function readMembers(tx: Transaction, slugs: string[], emails: string[]): Promise<SeedEntry[]> {
  const members = await tx.membership.findMany({
    where: { tenant: { slug: { in: slugs }, closingAt: null }, user: { normalizedEmail: { in: emails } } },
    select: { tenant: { select: { slug: true } }, user: { select: { normalizedEmail: true } } },
  });
  return members.map(({ tenant, user }) => entryOf('member', `${user.normalizedEmail} of ${tenant.slug}`));
}
