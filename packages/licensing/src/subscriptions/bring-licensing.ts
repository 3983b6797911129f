import { type Actor, IncomingTime, text } from '@org/identity-core';
import { type IdentityPluginHost, lockTenantRow, type Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { Limits } from '../limits/limits.js';
import { Features, Slug } from '../schemas.js';
import { Quantity } from './subscription-schemas.js';

/** A license type of another deployment, below its application. */
export const BroughtLicenseType = z.strictObject({
  slug: Slug,
  name: text(100, { min: 1 }),
  features: Features.default([]),
  limits: Limits.default({}),
});

/** A subscription of another deployment, below its tenant. */
export const BroughtSubscription = z.strictObject({
  application: text(200, { min: 1 }),
  licenseType: text(200, { min: 1 }),
  quantity: Quantity,
  status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED', 'EXPIRED']).default('ACTIVE'),
  startsAt: IncomingTime.optional(),
  expiresAt: IncomingTime.nullable().optional(),
  trial: z.boolean().default(false),
  overagePercent: z.int().min(0).max(100).default(0),
  limits: Limits.default({}),
  leases: z.enum(['ALLOWED', 'NONE']).default('ALLOWED'),
  reclaimAfterDays: z.int().min(0).max(3650).default(0),
});

type Events = IdentityPluginHost['events'];

/** Adds the license types that an application does not have. Existing ones stay as they are. Returns how many are new. */
export async function bringLicenseTypes(
  tx: Transaction,
  events: Events,
  {
    applicationId,
    types,
    actor,
  }: { applicationId: string; types: z.output<typeof BroughtLicenseType>[]; actor: Actor },
): Promise<number> {
  const data = types.map((type) => ({ applicationId, ...type }));
  const added = await tx.licenseType.createManyAndReturn({ data, skipDuplicates: true });
  for (const { id, slug, name } of added)
    await events.publish(tx, {
      type: 'license_type.created',
      tenantId: null,
      actor,
      subjectId: id,
      data: { applicationId, slug, name },
    });
  return added.length;
}

interface Bringing {
  readonly tenantId: string;
  readonly subscriptions: readonly z.output<typeof BroughtSubscription>[];
  readonly actor: Actor;
}

/** Adds the subscriptions of a tenant, unless it has one of the license type already. Returns how many are new. */
export async function bringSubscriptions(
  tx: Transaction,
  events: Events,
  { tenantId, subscriptions, actor }: Bringing,
): Promise<number> {
  await lockTenantRow(tx, tenantId);
  const owned = await tx.subscription.findMany({ where: { tenantId }, select: { licenseTypeId: true } });
  const before = new Set(owned.map(({ licenseTypeId }) => licenseTypeId));
  let added = 0;
  for (const { application, licenseType, quantity, leases, ...terms } of subscriptions) {
    const where = { slug: licenseType, application: { name: application } };
    const type = await tx.licenseType.findFirst({ where, select: { id: true, applicationId: true } });
    if (!type || before.has(type.id)) continue;
    const of = { tenantId, applicationId: type.applicationId, licenseTypeId: type.id };
    const { startsAt, expiresAt = null, ...rest } = terms;
    const { id } = await tx.subscription.create({
      data: {
        ...of,
        ...rest,
        ...(startsAt ? { startsAt } : {}),
        expiresAt,
        quantityPurchased: quantity,
        leasePolicy: leases,
      },
      select: { id: true },
    });
    const { applicationId } = of;
    if (terms.trial) await tx.licenseTrial.createMany({ data: [{ tenantId, applicationId }], skipDuplicates: true });
    const data = { applicationId, licenseTypeId: type.id, quantity };
    await events.publish(tx, { type: 'subscription.created', tenantId, actor, subjectId: id, data });
    added += 1;
  }
  return added;
}
