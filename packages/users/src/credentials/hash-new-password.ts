import { type Fetch, type Logger, weakPassword } from '@org/identity-core';
import { type BreachedPasswords, createBreachCheck } from './breached-passwords.js';
import { hashPassword } from './password-hash.js';
import { checkPasswordStrength } from './password-strength.js';

/** Returns the hash of a new password; throws WEAK_PASSWORD if it is weak or leaked. */
export type HashNewPassword = (password: string, ownData: readonly string[]) => Promise<string>;

/**
 * The only way to hash a password that a user chose, so that no check can be skipped. Routes and pages call it as
 * `accounts.hashPassword` of their host, which counts first; only an operator's command calls it directly.
 */
export function createNewPasswordHash(
  services: { fetch: Fetch; logger: Logger },
  breachedPasswords?: BreachedPasswords,
): HashNewPassword {
  const isBreached = breachedPasswords && createBreachCheck(services, breachedPasswords);
  return async (password, ownData) => {
    await checkPasswordStrength(password, ownData);
    if (await isBreached?.(password)) throw weakPassword('leaked');
    return hashPassword(password);
  };
}
