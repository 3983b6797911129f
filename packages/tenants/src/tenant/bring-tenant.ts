import { type Actor, text } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { Slug } from '../slugs/slug.js';
import { insertTenant } from './create-tenant.js';

/** A tenant of another deployment. Its members come later, the owners first. */
export const BroughtTenant = z.strictObject({
  slug: Slug,
  name: text(100, { min: 1 }),
  mfaPolicy: z.enum(['OPTIONAL', 'REQUIRED']).default('OPTIONAL'),
});

/** Adds a tenant without members, unless there is one with the slug, which stays as it is. */
export async function bringTenant(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { tenant: { slug, name, mfaPolicy }, actor }: { tenant: z.output<typeof BroughtTenant>; actor: Actor },
): Promise<{ tenantId: string; added: boolean }> {
  const existing = await tx.tenant.findFirst({ where: { slug, closingAt: null }, select: { id: true } });
  if (existing) return { tenantId: existing.id, added: false };
  const { id } = await insertTenant(tx, events, { slug, name, actor });
  if (mfaPolicy === 'REQUIRED') await tx.tenant.update({ where: { id }, data: { mfaPolicy } });
  return { tenantId: id, added: true };
}
