import { signJwt } from '../keys/sign-jwt.js';
import type { SigningKey } from '../keys/signing-key.js';

/** Signs claims as a compact JWT of type `at+jwt`. */
export function signAccessToken(claims: object, key: SigningKey): Promise<string> {
  return signJwt('at+jwt', claims, key);
}
