import { text } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { Slug } from '../slugs/slug.js';

/** A tenant in the seed; members are listed by email. */
export const TenantSeed = z.strictObject({
  id: z.uuid().optional(),
  slug: Slug,
  name: text(100, { min: 1 }),
  members: z
    .array(z.strictObject({ email: text(1000).check(z.email()), role: z.enum(['owner', 'admin', 'member']) }))
    .default([]),
});
export type TenantSeed = z.input<typeof TenantSeed>;

/** Adds missing tenants and memberships; existing ones stay unchanged. Returns ids by slug. */
export async function seedTenants(
  tx: Transaction,
  tenants: readonly z.output<typeof TenantSeed>[],
  findUserId: (email: string) => string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, slug, name, members } of tenants) {
    const tenant = await tx.tenant.upsert({
      where: { slug, closingAt: null },
      create: { ...(id ? { id } : {}), slug, name },
      update: {},
      select: { id: true },
    });
    ids.set(slug, tenant.id);
    for (const { email, role } of members) {
      const key = { tenantId: tenant.id, userId: findUserId(email) };
      await tx.membership.upsert({ where: { tenantId_userId: key }, create: { ...key, role }, update: {} });
    }
  }
  return ids;
}

declare module '@org/identity-core' {
  interface SeedSections {
    tenants: TenantSeed[];
  }
}
