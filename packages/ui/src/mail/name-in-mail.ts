import { firstCharacters } from '../pages/name.js';
import { onOneLine } from './compose-mail.js';

const maxLength = 60;
// Invisible characters, except the two that join emoji and letters.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
// A dot, a colon or an @ between two other characters, and the characters that browsers treat as a dot.
const makesLink = /(?<=\S)[.:@\u2024\u3002\uff0e\uff61](?=[^\s\p{Pe}\p{Pf}.,;:!?'"…])/gu;
const hairSpace = '\u200a';

/**
 * A name that a user chose, made safe for a mail and its subject. It is on one line and at most 60 characters long, and
 * mail programs do not turn it into a link: a hair space follows each dot, colon and @ inside a word. A word joiner would
 * look better, but programs and browsers ignore it, and the link would work.
 */
export function nameInMail(name: string): string {
  return shortened(plainLine(name)).replaceAll(makesLink, `$&${hairSpace}`);
}

/** A longer text that a user wrote, such as a note, made safe for a mail in the same way. It is not shortened. */
export function noteInMail(note: string): string {
  return plainLine(note).replaceAll(makesLink, `$&${hairSpace}`);
}

function plainLine(text: string): string {
  return onOneLine(text).replaceAll(invisible, '').replaceAll(/\s+/gu, ' ').trim();
}

/** An email that the recipient has to recognize. An account's email is verified, so it is not changed. */
export function emailInMail(email: string): string {
  return shortened(onOneLine(email));
}

function shortened(text: string): string {
  const start = firstCharacters(text, maxLength);
  return start.length < text.length ? `${start.trimEnd()}…` : start;
}
