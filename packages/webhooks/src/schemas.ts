import { Id, IncomingTime, Pagination, pageFields, plainText, secretField, Timestamp, text } from '@org/identity-core';
import { DeliveryStatus, WebhookStatus } from '@org/identity-prisma';
import { z } from 'zod';
import { EventPatterns } from './patterns/event-patterns.js';

const day = 24 * 60 * 60;

function urlProblem(value: string): string | undefined {
  // A URL parser drops spaces and control characters, so another URL than the shown one would be called.
  if (!/^https?:\/\/[\u0021-\u007e]+$/iu.test(value) || !URL.canParse(value)) return 'must be an absolute http(s) URL';
  const { username, password } = new URL(value);
  if (username || password) return 'must not contain credentials';
  if (value.includes('#')) return 'must not have a fragment';
  return undefined;
}

/** Where events are sent to. Whether http is allowed is checked later: see `requireAllowedUrl`. */
export const WebhookUrl = text(2000).superRefine((value, context) => {
  const problem = urlProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
const Description = plainText(200).nullable();
const Status = z.enum(WebhookStatus);

/** `id` is the tenant. It is missing in the paths of the platform. */
export const WebhooksParams = z.object({ id: Id.optional() });
export const WebhookParams = WebhooksParams.extend({ webhookId: Id });
export const DeliveryParams = WebhookParams.extend({ deliveryId: Id });

export const CreateWebhookBody = z.strictObject({
  url: WebhookUrl,
  events: EventPatterns,
  description: Description.optional(),
});
export const UpdateWebhookBody = z
  .strictObject({
    url: WebhookUrl.optional(),
    events: EventPatterns.optional(),
    description: Description.optional(),
    status: Status.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'at least one field is needed');
export const RotateSecretBody = z.strictObject({
  graceSeconds: z
    .int()
    .min(0)
    .max(7 * day)
    .default(day),
});

export const WebhookDetails = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  status: Status,
  failingSince: Timestamp.nullable(),
  createdAt: Timestamp,
});
export const WebhookList = z.object({ webhooks: z.array(WebhookDetails) });
/** The secret is in no other response. */
export const WebhookWithSecret = WebhookDetails.extend({ secret: secretField(z.string()) });

/** A replay goes back at most so many days. */
export const maxReplayDays = 30;
export const ReplayBody = z.strictObject({
  since: IncomingTime.refine((since) => since.getTime() <= Date.now(), 'must not be in the future').refine(
    (since) => since.getTime() >= Date.now() - maxReplayDays * day * 1000,
    `must not be more than ${maxReplayDays} days ago`,
  ),
});
export const Replayed = z.object({ count: z.number() });
export const DeliveryStarted = z.object({ deliveryId: z.uuid() });

export const DeliveriesQuery = z.strictObject({ status: z.enum(DeliveryStatus).optional(), ...pageFields });
export const DeliveryList = z.object({
  deliveries: z.array(
    z.object({
      id: z.uuid(),
      eventId: z.uuid(),
      type: z.string(),
      status: z.enum(DeliveryStatus),
      attempts: z.number(),
      responseStatus: z.number().nullable(),
      responseBody: z.string().nullable(),
      nextAttemptAt: Timestamp.nullable(),
      createdAt: Timestamp,
    }),
  ),
  pagination: Pagination,
});
