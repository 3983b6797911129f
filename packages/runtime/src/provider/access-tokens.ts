import {
  type Authenticate,
  createBearerGuard,
  type Logger,
  superAdminRights,
  type TokenVerification,
  type TranslateError,
  type VerifyToken,
} from '@org/identity-core';
import { findTokenState, useOnce } from '@org/identity-prisma';
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

/** The check of all JSON endpoints: reads whether a verified token, its session and its account are still valid. */
export function bearerGuard({
  verify,
  pool,
  translate,
  superAdminFactor,
  proofsFor,
}: BearerGuardServices): Authenticate {
  const factor = { required: superAdminFactor };
  // A host that calls `authenticate` in its own route gets the 503 as well.
  const refuse = (error: unknown): never => {
    throw translate(error) ?? error;
  };
  return createBearerGuard({
    verify,
    findTokenState: async (jti, read) => {
      const state = await findTokenState(pool, jti, read).catch(refuse);
      return state?.kind === 'user' && state.superAdmin ? { ...state, ...superAdminRights(state, factor) } : state;
    },
    ...(proofsFor === undefined
      ? {}
      : {
          proofs: {
            origin: new URL(proofsFor).origin,
            useOnce: ({ id, seconds }) => useOnce(pool, id, seconds).catch(refuse),
          },
        }),
  });
}

export interface BearerGuardServices extends Pick<AccessTokenSettings, 'verify' | 'pool'> {
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
  /** Whether super admins need a second factor for their rights. */
  superAdminFactor: boolean;
  /** The issuer, if tokens can be bound to keys: proofs are made for URLs of its origin. */
  proofsFor?: string | undefined;
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
