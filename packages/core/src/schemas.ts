import { z } from 'zod';

/** A point in time: ISO 8601 in UTC with milliseconds on the way out. */
export const Timestamp = z
  .date()
  .transform((date) => date.toISOString())
  // What a function makes of a value, the API description cannot see.
  .meta({ type: 'string', format: 'date-time' });

const earliest = Date.UTC(2000, 0, 1);
const end = Date.UTC(2200, 0, 1);

/**
 * A point in time in a request: ISO 8601 with a zone, in the years 2000 to 2199 (UTC). Times of these years are the same
 * in JavaScript, in PostgreSQL and in a response; outside of them, formats differ in the number of digits of a year.
 */
export const IncomingTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= earliest && date.getTime() < end, 'must be in the years 2000 to 2199');

/** A whole number in a query, in plain decimal digits. `Number()` alone would also take `1e3`, `0x10` and an empty string. */
export function queryInteger({ min, max, normal }: { min: number; max: number; normal: number }) {
  const read = (text: unknown) =>
    typeof text === 'string' && /^(?:0|[1-9]\d{0,9})$/u.test(text) ? Number(text) : text;
  return z.preprocess(read, z.int().min(min).max(max)).default(normal);
}

/** Which page of a list, and how many entries a page has. The last page there can be stays a 32-bit number of entries. */
export const pageFields = {
  page: queryInteger({ min: 1, max: 1_000_000, normal: 1 }),
  limit: queryInteger({ min: 1, max: 100, normal: 20 }),
};

/** The answer where there is nothing to tell but that it is done. */
export const Done = z.object({ success: z.boolean(), message: z.string() });

/** A path parameter that names a row. Whether it is a UUID at all is not told apart from "no such row". */
export const Id = z.string();

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Whether a string can be the id of a row. */
export function isUuid(id: string): boolean {
  return uuid.test(id);
}

// Letters of any script, but nothing that makes a list, a group, a name or a comment of an address.
const plainAddress = /^[^\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]{1,64}@[^\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]{1,255}$/u;

/** One address that mail can be sent to. */
export const EmailAddress = z.email({ pattern: plainAddress }).max(254);

/**
 * An email as a user enters it, in one Unicode form (NFKC): the mail goes to the mailbox that everybody means by it, not to one that
 * only looks alike.
 */
export const EnteredEmail = z
  .string()
  .trim()
  .normalize('NFKC')
  .pipe(EmailAddress)
  // What a function makes of a value, the API description cannot see.
  .meta({ type: 'string', format: 'email' });

/** A language such as `en` or `de-AT` (BCP 47). */
export const LanguageTag = z
  .string()
  .max(35)
  .refine((tag) => works(() => Intl.getCanonicalLocales(tag)), 'must be a language tag such as en or de-AT');

/** A time zone such as `Europe/Berlin` (IANA). */
export const TimeZone = z
  .string()
  .max(64)
  // Offsets such as +02:00 are accepted by Intl, but are no zone.
  .regex(/^[A-Za-z]/u, 'must be a time zone such as Europe/Berlin')
  .refine(
    (timeZone) => works(() => new Intl.DateTimeFormat('en', { timeZone })),
    'must be a time zone such as Europe/Berlin',
  );

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
