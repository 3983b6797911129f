import { queryInteger, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';
import { LimitsReply } from '../limits/limits.js';

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const cursor = new RegExp(`^${uuid}:${uuid}$`, 'iu');

/** The last seat of the page before. */
export interface SeatCursor {
  readonly tenantId: string;
  readonly userId: string;
}

export const cursorOf = ({ tenantId, userId }: SeatCursor): string => `${tenantId}:${userId}`;

const notCursor = 'must be the `next` of the page before';
const After = text(73, { tooLong: notCursor })
  .regex(cursor, notCursor)
  .transform((after): SeatCursor => {
    const [tenantId = '', userId = ''] = after.split(':');
    return { tenantId, userId };
  });

export const SnapshotQuery = z.strictObject({
  applicationId: text(200, { min: 1 }),
  after: After.optional(),
  limit: queryInteger({ min: 1, max: 5_000, normal: 1_000 }),
  subscriptionId: z.uuid().optional(),
  userId: z.uuid().optional(),
});

export const Snapshot = z.object({
  tenantId: z.uuid().nullable(),
  position: z.string(),
  at: z.number(),
  subscriptions: z.array(
    z.object({
      id: z.uuid(),
      tenantId: z.uuid(),
      licenseType: z.string(),
      licenseTypeName: z.string(),
      features: z.array(z.string()),
      limits: LimitsReply,
      status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED', 'EXPIRED']),
      startsAt: Timestamp,
      expiresAt: Timestamp.nullable(),
      settleAt: Timestamp.nullable(),
    }),
  ),
  seats: z.array(z.object({ tenantId: z.uuid(), userId: z.uuid(), subscriptionId: z.uuid(), assignedAt: Timestamp })),
  next: z.string().nullable(),
});
