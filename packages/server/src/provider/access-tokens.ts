import type { Logger, TokenVerification, VerifyToken } from '@org/identity-core';
import type { Pool } from 'pg';
import type { KeyAlgorithm } from '../keys/companion-key.js';
import type { Keys } from '../keys/load-keys.js';

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
  algorithm,
}: Pick<AccessTokenSettings, 'issuer' | 'audience' | 'keys' | 'algorithm'>): TokenVerification {
  return {
    issuer,
    audience,
    // Those made before another algorithm was chosen live on until they expire.
    algorithms: [...new Set(['RS256', algorithm])],
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
