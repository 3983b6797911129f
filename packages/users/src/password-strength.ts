import { IdentityError } from '@org/identity-core';

const shortest = 8;
const longest = 256;

/** Refuses a password that is too short or too long to be one. */
export function checkPasswordStrength(password: string): void {
  if (password.length < shortest || password.length > longest) {
    throw new IdentityError(
      'WEAK_PASSWORD',
      `A password has ${shortest} to ${longest} characters. A few words that nobody else would put together are easy to remember.`,
    );
  }
}
