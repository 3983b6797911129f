import type { Logger, TokenVerification, VerifyToken } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Keys } from '../keys/load-keys.js';
import type { KeyAlgorithm } from '../keys/new-signing-key.js';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  keys: Keys;
  /** What new access tokens are signed with. */
  algorithm: KeyAlgorithm;
  /** The one memory of verified tokens, shared with the bearer guard. */
  verify: VerifyToken;
  pool: Pool;
  logger: Logger;
}

/** How our access tokens are verified, here and by the bearer guard. */
export function verification({
  issuer,
  audience,
  keys,
}: Pick<AccessTokenSettings, 'issuer' | 'audience' | 'keys'>): TokenVerification {
  return {
    issuer,
    audience,
    // Whichever this process signs with: tokens made before another was chosen live on until they expire.
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    findKey: (kid: string) => keys.signing.find((key) => key.kid === kid)?.publicKey,
  };
}

/** No JWT has four parts: oidc-provider, which refuses what looks like a "structured token", lets a marked one pass. */
const marker = 'jwt.';

/** Makes a JWT look like an opaque token. */
export function markJwt(token: string): string {
  return marker + token;
}

/** Returns the token without its mark, if it has one. */
export function unmarkJwt(value: string): string {
  return value.startsWith(marker) ? value.slice(marker.length) : value;
}
