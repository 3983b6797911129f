import type { Logger, TokenVerification, VerifyToken } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Keys } from '../keys/load-keys.js';
import type { KeyAlgorithm } from '../keys/new-signing-key.js';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  keys: Keys;
  /** The algorithm that signs new access tokens. */
  algorithm: KeyAlgorithm;
  /** Verifies a token. The bearer guard shares its cache of verified tokens. */
  verify: VerifyToken;
  pool: Pool;
  logger: Logger;
}

/** The rules that verify our access tokens, here and in the bearer guard. */
export function verification({
  issuer,
  audience,
  keys,
}: Pick<AccessTokenSettings, 'issuer' | 'audience' | 'keys'>): TokenVerification {
  return {
    issuer,
    audience,
    // All algorithms: after a change of the algorithm, older tokens stay valid until they expire.
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    findKey: (kid: string) => keys.signing.find((key) => key.kid === kid)?.publicKey,
  };
}

/** oidc-provider refuses a "structured token" of three parts. A marked JWT has four, so it passes. */
const marker = 'jwt.';

/** Makes a JWT look like an opaque token. */
export function markJwt(token: string): string {
  return marker + token;
}

/** Returns the token without its mark, if it has one. */
export function unmarkJwt(value: string): string {
  return value.startsWith(marker) ? value.slice(marker.length) : value;
}
