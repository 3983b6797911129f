import { text } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { Features, Slug } from '../schemas.js';
import { Quantity } from './subscription-schemas.js';

/** A license type in the seed, below its application. */
export const LicenseTypeSeed = z.strictObject({
  id: z.uuid().optional(),
  slug: Slug,
  name: text(100, { min: 1 }),
  features: Features.default([]),
});
export type LicenseTypeSeed = z.input<typeof LicenseTypeSeed>;

/** The seats that a tenant owns, and the users who have one from the start. */
export const SubscriptionSeed = z.strictObject({
  tenant: text(1000),
  application: text(1000),
  licenseType: text(1000),
  quantity: Quantity,
  seats: z.array(text(1000).check(z.email())).default([]),
});
export type SubscriptionSeed = z.input<typeof SubscriptionSeed>;

/** Adds missing license types, and updates names and features of existing ones. Returns ids by slug. */
export async function seedLicenseTypes(
  tx: Transaction,
  applicationId: string,
  types: readonly z.output<typeof LicenseTypeSeed>[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, slug: typeSlug, name, features } of types) {
    const type = await tx.licenseType.upsert({
      where: { applicationId_slug: { applicationId, slug: typeSlug } },
      create: { ...(id ? { id } : {}), applicationId, slug: typeSlug, name, features },
      update: { name, features },
      select: { id: true },
    });
    ids.set(typeSlug, type.id);
  }
  return ids;
}

export interface SubscriptionInput {
  tenantId: string;
  applicationId: string;
  licenseTypeId: string;
  quantity: number;
  userIds: readonly string[];
}

/** Adds a subscription with its first seats, unless the tenant already has one of that license type. */
export async function seedSubscription(tx: Transaction, input: SubscriptionInput): Promise<void> {
  const { tenantId, applicationId, licenseTypeId, quantity, userIds } = input;
  const existing = await tx.subscription.findFirst({ where: { tenantId, licenseTypeId }, select: { id: true } });
  if (existing) return;
  if (userIds.length > quantity) {
    throw new Error(`${userIds.length} seats are assigned in the seed, but only ${quantity} are owned.`);
  }
  const { id: subscriptionId } = await tx.subscription.create({
    data: { tenantId, applicationId, licenseTypeId, quantityPurchased: quantity },
  });
  await tx.seat.createMany({
    data: userIds.map((userId) => ({ subscriptionId, tenantId, applicationId, userId })),
  });
}

declare module '@org/identity-core' {
  interface SeedSections {
    subscriptions: SubscriptionSeed[];
  }
  interface SeedApplicationFields {
    licenseTypes: LicenseTypeSeed[] | undefined;
  }
}
