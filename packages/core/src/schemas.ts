import { z } from 'zod';

/** A point in time: ISO 8601 in UTC with milliseconds on the way out. */
export const Timestamp = z.date().transform((date) => date.toISOString());

/** A path parameter that names a row. Whether it is a UUID at all is not told apart from "no such row". */
export const Id = z.string();

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Whether a string can be the id of a row. */
export function isUuid(id: string): boolean {
  return uuid.test(id);
}
