import { firstCharacters } from '../pages/name.js';
import { onOneLine } from './on-one-line.js';

const longest = 60;
// Invisible characters, but for the two that join emoji and letters.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
// A dot, a colon or an @ with something right before and after it; and what browsers read as a dot.
const linkMaker = /(?<=\S)[.:@\u2024\u3002\uff0e\uff61](?=[^\s\p{Pe}\p{Pf}.,;:!?'"…])/gu;
const hairSpace = '\u200a';

/**
 * A name that somebody chose, as it may stand in a mail and in its subject. It is on one line, at most 60 characters long,
 * and no mail program makes a link of it: a hair space follows each dot, colon and @ inside a word. A word joiner would
 * look better, but programs and browsers ignore it, and the link would work.
 */
export function nameInMail(name: string): string {
  const line = onOneLine(name).replaceAll(invisible, '').replaceAll(/\s+/gu, ' ').trim();
  return shortened(line).replaceAll(linkMaker, `$&${hairSpace}`);
}

/** An email that the recipient has to recognize; an account's email is proven, so it stays as it is. */
export function emailInMail(email: string): string {
  return shortened(onOneLine(email));
}

function shortened(text: string): string {
  const start = firstCharacters(text, longest);
  return start.length < text.length ? `${start.trimEnd()}…` : start;
}
