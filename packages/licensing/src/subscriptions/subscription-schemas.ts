import { IncomingTime, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';
import { Limits, LimitsReply } from '../limits/limits.js';

const Named = text(200, { min: 1 });

/** How many seats a subscription has. Far below the limit of a 32-bit column, so that sums fit as well. */
export const Quantity = z.int().min(1).max(1_000_000);

/** Whether members may lease their seats. */
const Leases = z.enum(['ALLOWED', 'NONE']);
const OveragePercent = z.int().min(0).max(100);
/** The most users that a change can name as the first who lose their seats. The others are chosen by their last use. */
const maxNamed = 1_000;

const SubscriptionEntry = z.object({
  applicationId: z.uuid(),
  applicationName: z.string(),
  licenseTypeId: z.uuid(),
  licenseTypeName: z.string(),
  quantityPurchased: z.number(),
  quantityAssigned: z.number(),
  quantityAvailable: z.number(),
  status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED', 'EXPIRED']),
});
export const LicenseOverview = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  totalSeatsOwned: z.number(),
  totalSeatsAssigned: z.number(),
  totalSeatsAvailable: z.number(),
  subscriptions: z.array(SubscriptionEntry),
});
export const SubscriptionDetails = SubscriptionEntry.extend({
  id: z.uuid(),
  startsAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  quantityReserved: z.number(),
  pendingQuantity: z.number().nullable(),
  pendingAt: Timestamp.nullable(),
  overagePercent: z.number(),
  trial: z.boolean(),
  reclaimAfterDays: z.number(),
  leases: Leases,
  limits: LimitsReply,
});
export const SubscriptionList = z.object({ subscriptions: z.array(SubscriptionDetails) });

export const CreateSubscriptionBody = z
  .strictObject({
    applicationId: Named,
    licenseTypeId: Named,
    quantity: Quantity,
    startsAt: IncomingTime.optional(),
    expiresAt: IncomingTime.optional(),
    trial: z.literal(true).optional(),
    limits: Limits.optional(),
    overagePercent: OveragePercent.optional(),
  })
  .refine(({ startsAt, expiresAt }) => !startsAt || !expiresAt || startsAt < expiresAt, {
    path: ['expiresAt'],
    message: 'must be after startsAt',
  })
  .refine(({ trial, expiresAt }) => !trial || expiresAt !== undefined, {
    path: ['expiresAt'],
    message: 'a trial needs an end',
  });

/** EXPIRED cannot be set: a subscription has this status after `expiresAt`. */
export const UpdateSubscriptionBody = z
  .strictObject({
    quantity: Quantity.optional(),
    onExcess: z.enum(['refuse', 'release']).optional(),
    release: z.array(Named).max(maxNamed).optional(),
    effectiveAt: IncomingTime.optional(),
    pendingQuantity: z.null().optional(),
    overagePercent: OveragePercent.optional(),
    reclaimAfterDays: z.int().min(0).max(365).optional(),
    leases: Leases.optional(),
    limits: Limits.optional(),
    trial: z.literal(false).optional(),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED']).optional(),
    expiresAt: IncomingTime.nullable().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'at least one field is needed')
  .superRefine(({ quantity, onExcess, release, effectiveAt, pendingQuantity }, check) => {
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (quantity === undefined && onExcess !== undefined) refuse('onExcess', 'needs a quantity');
    if (quantity === undefined && effectiveAt !== undefined) refuse('effectiveAt', 'needs a quantity');
    if (release !== undefined && onExcess !== 'release') refuse('release', 'needs onExcess "release"');
    if (pendingQuantity === null && effectiveAt !== undefined)
      refuse('pendingQuantity', 'cannot be withdrawn and planned at once');
  });
export type SubscriptionChanges = z.output<typeof UpdateSubscriptionBody>;
