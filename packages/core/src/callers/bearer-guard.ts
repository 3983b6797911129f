import type { KeyObject } from 'node:crypto';
import { decodeJwt, type JWTHeaderParameters, jwtVerify } from 'jose';
import { unauthorized } from '../errors/identity-error.js';
import type { Principal, TokenState } from './principal.js';
import type { TokenRead } from './token-columns.js';

/** One of our public keys. */
export type VerificationKey = KeyObject;

/** What our access tokens are verified against. */
export interface TokenVerification {
  issuer: string;
  /** The audience of our access tokens. */
  audience: string;
  algorithms: readonly string[];
  /** Returns our public key with that id. Nothing is fetched, and a key inside the token itself is never used. */
  findKey(kid: string): VerificationKey | undefined;
  /** The time in milliseconds (default: `Date.now`). */
  clock?: () => number;
}

/** What a verified token contains, and the key that verified it. */
export interface VerifiedToken {
  readonly jti: string;
  readonly exp: number;
  readonly kid: string;
  readonly key: VerificationKey;
}

export interface BearerGuardOptions {
  /** Returns the id (`jti`) of a valid token; throws 401 for any other. */
  verify(token: string): string | Promise<string>;
  /** Reads in one statement whether the token, its session and its account are still valid. The same statement fills `read`. */
  findTokenState(jti: string, read?: TokenRead): Promise<TokenState | undefined>;
}

/** Turns the Authorization header of a request into the caller, or throws 401. */
export type Authenticate = (authorization: string | undefined, read?: TokenRead) => Promise<Principal>;

/** Creates the check that all JSON endpoints share. */
export function createBearerGuard(options: BearerGuardOptions): Authenticate {
  return async (authorization, read) => {
    const verified = options.verify(bearerToken(authorization));
    // A remembered token needs no promise.
    const jti = typeof verified === 'string' ? verified : await verified;
    const state = await options.findTokenState(jti, read);
    if (!state)
      throw unauthorized('The access token has been revoked, or its session or account has ended. Sign in again.');
    return state;
  };
}

function bearerToken(authorization: string | undefined): string {
  const match = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu.exec(authorization ?? '');
  if (!match?.[1]) throw unauthorized();
  return match[1];
}

/** When the token of a request expires, in milliseconds since 1970. Only for a token that was verified before. */
export function tokenExpiry(authorization: string): number {
  return (decodeJwt(bearerToken(authorization)).exp ?? 0) * 1000;
}

/** Verifies the signature, issuer, audience, type and times of an access token. */
export async function verifyAccessToken(options: TokenVerification, token: string): Promise<VerifiedToken> {
  let used: Pick<VerifiedToken, 'kid' | 'key'> | undefined;
  const keyOf = ({ kid }: JWTHeaderParameters) => {
    const key = kid === undefined ? undefined : options.findKey(kid);
    if (kid === undefined || !key) throw unauthorized('The access token was not signed by this server.');
    used = { kid, key };
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      issuer: options.issuer,
      audience: options.audience,
      typ: 'at+jwt',
      algorithms: [...options.algorithms],
      currentDate: new Date(options.clock?.() ?? Date.now()),
      requiredClaims: ['jti', 'exp', 'sub'],
    });
    if (!used || payload.exp === undefined) throw unauthorized();
    return { jti: String(payload.jti), exp: payload.exp, ...used };
  } catch (cause) {
    throw unauthorized(`The access token is not valid here${expired(cause) ? ': it has expired' : ''}.`);
  }
}

function expired(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_JWT_EXPIRED';
}
