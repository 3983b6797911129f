import { text } from './text.js';

// Control characters, line separators, and characters that embed, override or isolate the direction of text. The marks
// that Arabic and Hebrew names may need (U+200E, U+200F, U+061C) are allowed.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// A scheme, `www.`, or a domain with a path. A domain alone may be a name, such as Booking.com. Of the domain, only the two
// characters before its last dot matter: a pattern that takes all of them would begin again at each of them.
const webUrl = /:[\\/]{2}|\bwww\.[^\s.]|[\p{L}\p{N}-]{2}\.\p{L}{2,}\/\S/iu;

/** A text on one line that others read on pages and in mails. */
export const plainText = (maxLength: number) =>
  text(maxLength, { trim: true, min: 1 })
    .refine(
      (name) => !unprintable.test(name),
      'must not contain control characters or characters that change the text direction',
    )
    .refine((name) => !webUrl.test(name), 'must not contain a URL');

/** The name of a user, a tenant or another thing. */
export const PlainName = plainText(100);
