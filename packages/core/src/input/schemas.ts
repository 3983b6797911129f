import { z } from 'zod';
import { nameSchema } from './schema-words.js';
import { cutText, text } from './text.js';

/** A point in time; in responses ISO 8601 in UTC with milliseconds. */
export const Timestamp = z
  .date()
  .transform((date) => date.toISOString())
  // The API description cannot see the result of a transform.
  .meta({ type: 'string', format: 'date-time' });

/** Of a point in time in a request, in milliseconds since 1970. */
export const earliestTime = Date.UTC(2000, 0, 1);
const end = Date.UTC(2200, 0, 1);

/**
 * A point in time in a request: ISO 8601 with a zone, in the years 2000 to 2199 (UTC). In this range JavaScript,
 * PostgreSQL and responses write a time in the same way; outside of it, years can have another number of digits.
 */
export const IncomingTime = text(100, { tooLong: 'Invalid ISO datetime' })
  .check(z.iso.datetime({ offset: true }))
  .transform((value) => new Date(value))
  .refine((date) => date.getTime() >= earliestTime && date.getTime() < end, 'must be in the years 2000 to 2199');

/** A whole number in a query, in plain decimal digits. `Number()` alone would also accept `1e3`, `0x10` and an empty string. */
export function queryInteger({ min, max, normal }: { min: number; max: number; normal: number }) {
  const read = (value: unknown) =>
    typeof value === 'string' && /^(?:0|[1-9]\d{0,9})$/u.test(value) ? Number(value) : value;
  return z.preprocess(read, z.int().min(min).max(max)).default(normal);
}

/** The page of a list, and the entries per page. The offset of the last possible page still fits into 32 bits. */
export const pageFields = {
  page: queryInteger({ min: 1, max: 1_000_000, normal: 1 }),
  limit: queryInteger({ min: 1, max: 100, normal: 20 }),
};

/** Where a page is in the whole list. */
export const Pagination = z.object({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() });
nameSchema(Pagination, 'Pagination', {
  total: 'How many entries all pages have together.',
  pages: 'How many pages there are.',
});

/** The response of an endpoint that only reports success. */
export const Done = z.object({ success: z.boolean(), message: z.string() });
nameSchema(Done, 'Done');

/** An id in a path. An id that is not a UUID gets the same response as an unknown one. */
export const Id = cutText(100);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Whether a string has the form of an id. */
export function isUuid(id: string): boolean {
  return uuid.test(id);
}

// Letters of any script, but no character that could make a list, a group, a display name or a comment of it.
const plainEmail = /^[^\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]{1,64}@[^\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]{1,255}$/u;

/** One email address that mail can be sent to. */
export const EmailAddress = text(254).check(z.email({ pattern: plainEmail }));

/**
 * An email as a user enters it, in one Unicode form (NFKC): mail goes to the mailbox that the user means, not to one
 * that only looks the same.
 */
export const EnteredEmail = text(254, { trim: true, normalize: 'NFKC' })
  .pipe(EmailAddress)
  // The API description cannot see the result of a transform.
  .meta({ type: 'string', format: 'email' });

/** A language such as `en` or `de-AT` (BCP 47). */
export const LanguageTag = text(35).refine(
  (tag) => succeeds(() => Intl.getCanonicalLocales(tag)),
  'must be a language tag such as en or de-AT',
);

/** A time zone such as `Europe/Berlin` (IANA). */
export const TimeZone = text(64)
  // Intl accepts offsets such as +02:00, but they are not time zones.
  .regex(/^[A-Za-z]/u, 'must be a time zone such as Europe/Berlin')
  .refine(
    (timeZone) => succeeds(() => new Intl.DateTimeFormat('en', { timeZone })),
    'must be a time zone such as Europe/Berlin',
  );

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
