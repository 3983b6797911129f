import { type Fetch, type Logger, weakPassword } from '@org/identity-core';
import { type BreachedPasswords, createBreachCheck } from './breached-passwords.js';
import { hashPassword } from './password-hash.js';
import { checkPasswordStrength } from './password-strength.js';

/** Refuses a weak or leaked password (WEAK_PASSWORD); else its hash. */
export type HashNewPassword = (password: string, ownData: readonly string[]) => Promise<string>;

/**
 * The one way from a password that a person chose to its hash: whoever sets one comes by every check.
 * Routes and pages reach it as `accounts.hashPassword` of their host, which counts first; only an operator's command comes here.
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
