import { z } from 'zod';

// Control characters, line separators, and what embeds, overrides or isolates the direction of text. The marks that
// Arabic and Hebrew names may need (U+200E, U+200F, U+061C) are none of these.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// A scheme, `www.`, or a domain with a path. A domain alone may be a name, such as Booking.com.
const webAddress = /:[\\/]{2}|\bwww\.[^\s.]|[\p{L}\p{N}-]{2,}\.\p{L}{2,}\/\S/iu;

/** The name of a person, a tenant or a thing that others read on pages and in mails. */
export const PlainName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !unprintable.test(name), 'must not hold control characters or characters that turn the direction')
  .refine((name) => !webAddress.test(name), 'must not hold a URL');
