import { text } from '@org/identity-core';
import { z } from 'zod';

const maxLimits = 100;

/** Numbers beside features, such as `{ "contacts": 10000 }`. */
export const Limits = z
  .record(text(64, { min: 1 }), z.int().min(0).max(Number.MAX_SAFE_INTEGER))
  .refine((limits) => Object.keys(limits).length <= maxLimits, `must not have more than ${maxLimits} keys`);
export type Limits = z.output<typeof Limits>;

/** The same in a reply. */
export const LimitsReply = z.record(z.string(), z.number());
