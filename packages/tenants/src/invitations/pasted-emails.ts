import { normalizedUpTo } from '@org/identity-core';

const maxEmail = 254;
/** An entry of a pasted list. Separators inside of quotes and angle brackets are part of the entry. */
const entry = /(?:"[^"\r\n]*"|<[^<>\r\n]*>|[^,;\r\n])+/gu;
/** `Ada Lovelace <ada@acme.test>` */
const namedEmail = /^[^<>]*<([^<>]*)>$/u;

/**
 * The emails of a list that was pasted: one per line, or separated by commas or semicolons, perhaps each with a name. An
 * entry that is no email stays as it is. An email that is in the list twice is returned once.
 */
export function pastedEmails(text: string): string[] {
  const emails = (text.match(entry) ?? []).map((part) => {
    const trimmed = part.trim();
    return (namedEmail.exec(trimmed)?.[1] ?? trimmed).trim();
  });
  const byKey = new Map<string, string>();
  for (const email of emails) {
    const key = normalizedUpTo(maxEmail, email, 'NFKC').toLowerCase();
    if (key !== '' && !byKey.has(key)) byKey.set(key, email);
  }
  return [...byKey.values()];
}
