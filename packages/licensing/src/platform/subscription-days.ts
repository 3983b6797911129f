import { z } from 'zod';

const day = 24 * 60 * 60 * 1000;
// JavaScript takes 31 February for a day in March.
const isDay = (text: string) => z.iso.date().safeParse(text).success;

/** The moment at which a day begins in UTC. Anything that is no day stays as it is, for the rules to refuse. */
export function startOfDay(text: string): string {
  return isDay(text) ? `${text}T00:00:00.000Z` : text;
}

/** The moment at which a day ends in UTC. */
export function endOfDay(text: string): string {
  return isDay(text) ? new Date(Date.parse(text) + day).toISOString() : text;
}

/** The last day of a subscription that ends at this moment; empty if it has no end. */
export function lastDayOf(expiresAt: Date | null): string {
  return expiresAt === null ? '' : new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10);
}
