import { domainToASCII } from 'node:url';

/** The domain of an email as domains are stored: in ASCII and lower case. Undefined if it is not a domain. */
export function domainOfEmail(email: string): string | undefined {
  // First, as for accounts: there is also a full-width “＠”.
  const normalized = email.normalize('NFKC');
  const at = normalized.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = domainToASCII(
    normalized
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  );
  return domain === '' || domain.length > 253 ? undefined : domain;
}
