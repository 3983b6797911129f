import type { SigningKey } from '../keys/load-keys.js';
import { signJwt } from '../keys/sign-jwt.js';

/** Signs claims as a compact JWT of type `at+jwt`. */
export function signAccessToken(claims: object, key: SigningKey): Promise<string> {
  return signJwt('at+jwt', claims, key);
}
