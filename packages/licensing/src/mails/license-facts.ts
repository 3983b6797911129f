import { z } from 'zod';

/** What a mail about a license says. The names are as they are stored. */
export const LicenseFacts = z.object({
  outcome: z.enum(['granted', 'removed', 'reclaim', 'approved', 'waiting', 'declined', 'takenOff']),
  tenant: z.string(),
  application: z.string(),
  licenseType: z.string().nullable(),
  /** The place in the waiting list. */
  position: z.number().nullish(),
  /** The last use of a seat that is about to be released, and when that happens. */
  unusedSince: z.string().optional(),
  releasedAt: z.string().optional(),
});
export type LicenseFacts = z.output<typeof LicenseFacts>;
