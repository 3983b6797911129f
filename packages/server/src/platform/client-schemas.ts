import { cutText, IncomingTime, pageFields, secretField, Timestamp } from '@org/identity-core';
import { z } from 'zod';
import { Search } from './list-schemas.js';

export const ClientParams = z.object({ clientId: cutText(200) });
export const ClientsQuery = z.strictObject({ search: Search, tenant: Search, ...pageFields });

const day = 24 * 60 * 60;
/** What a super admin has seen: a later change of a machine is not confirmed with it. */
export const ConfirmClientBody = z.strictObject({ seen: IncomingTime.optional() });
export const RotateSecretBody = z.strictObject({
  graceSeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(day),
});
export const RotatedSecret = z.object({ secret: secretField(z.string()), previousUntil: Timestamp });
