import { domainToASCII } from 'node:url';

/** The domain of an email as domains are stored: in ASCII and lower case. Undefined if it is not a domain. */
export function domainOfEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = domainToASCII(
    email
      .slice(at + 1)
      .trim()
      .normalize('NFKC')
      .toLowerCase(),
  );
  return domain === '' || domain.length > 253 ? undefined : domain;
}
