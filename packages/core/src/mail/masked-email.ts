import { firstCharacters } from '@org/identity-ui';

/** An email for callers who may not read it: `a•••@acme.test`. The length of the name is not shown. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${firstCharacters(email.slice(0, at), 1)}•••${email.slice(at)}`;
}
