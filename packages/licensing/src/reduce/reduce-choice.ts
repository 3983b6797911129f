import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';

/** How many seats are to be kept, as chosen in the URL. */
export interface Choice {
  readonly type: ApplicationSeats['licenseTypes'][number] | undefined;
  readonly keep: number | undefined;
  /** Whether something was entered. */
  readonly isMade: boolean;
}

/** The choice in the query of the page. */
export function choiceIn(query: Readonly<Record<string, string>>, { licenseTypes }: ApplicationSeats): Choice {
  const { licenseType, seats } = query;
  const keep = seats !== undefined && /^\s*\d{1,7}\s*$/u.test(seats) ? Number(seats) : undefined;
  const isMade = licenseType !== undefined || seats !== undefined;
  return { type: licenseTypes.find(({ id }) => id === licenseType), keep, isMade };
}

/** All seats of a license type that somebody holds, also those that cannot be used at the moment. */
export function heldOf({ subscriptions }: ApplicationSeats['licenseTypes'][number]): number {
  return subscriptions.reduce((sum, { quantityAssigned }) => sum + quantityAssigned, 0);
}
