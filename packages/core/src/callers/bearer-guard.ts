import { hash, type KeyObject } from 'node:crypto';
import { decodeJwt, type JWTHeaderParameters, jwtVerify } from 'jose';
import { unauthorized } from '../errors/identity-error.js';
import type { Principal, TokenState } from './principal.js';

/** One of our public keys. */
export type VerificationKey = KeyObject;

/** What our access tokens are verified against. */
export interface TokenVerification {
  issuer: string;
  /** The audience of our access tokens. Undefined accepts a token for any API: only to look it up, never to accept it. */
  audience: string | undefined;
  algorithms: readonly string[];
  /** Returns our public key with that id. Nothing is fetched, and a key inside the token itself is never used. */
  findKey(kid: string): VerificationKey | undefined;
  /** The time in milliseconds (default: `Date.now`). */
  clock?: () => number;
}

/** What a verified token contains, and the key that verified it. */
interface VerifiedToken {
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
      ...(options.audience === undefined ? {} : { audience: options.audience }),
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

/** Verifies an access token and returns its id; at once if the token is cached. See `rememberVerified`. */
export type VerifyToken = (token: string) => string | Promise<string>;

/**
 * Verifies the signature of each access token once: the result stays true until `exp`, as long as the key is still ours.
 * Whether the token was revoked is checked every time, elsewhere. Tokens are cached by hash; the oldest are dropped first.
 */
export function rememberVerified(options: TokenVerification, maxTokens = 10_000): VerifyToken {
  const verified = new Map<string, VerifiedToken>();
  const clock = options.clock ?? Date.now;
  return (token) => {
    const name = hash('sha256', token, 'base64url');
    const known = verified.get(name);
    if (known && known.exp > Math.floor(clock() / 1000) && options.findKey(known.kid) === known.key) return known.jti;
    verified.delete(name);
    return verify(name, token);
  };

  async function verify(name: string, token: string): Promise<string> {
    const found = await verifyAccessToken(options, token);
    if (verified.size >= maxTokens) forgetOldest(verified);
    verified.set(name, found);
    return found.jti;
  }
}

function forgetOldest(verified: Map<string, unknown>): void {
  const [oldest] = verified.keys();
  if (oldest !== undefined) verified.delete(oldest);
}

/**
 * Columns that a plugin adds to the statement that looks up a token, so that a route that needs both makes one round
 * trip. The token store knows their SQL; the guard and the router only pass them on.
 */
export interface TokenColumns {
  /** The plugin's name; its columns are named `<name>.<column>` in the statement. */
  readonly name: string;
  /** The values of the statement, from a query that is not validated yet. Undefined: only the token is read. */
  values(query: Readonly<Record<string, unknown>>): readonly unknown[] | undefined;
}

/** What one request reads together with its token. Reading it grants no rights: they are checked as for any other read. */
export interface TokenRead {
  readonly columns: TokenColumns;
  readonly values: readonly unknown[];
  /** The plugin's columns. Undefined before the token is looked up, and if the plugin's part found no row. */
  row: unknown;
}

/** What a request reads with its token, if its query has the values that the columns need. */
export function tokenReadOf(
  columns: TokenColumns | undefined,
  query: Readonly<Record<string, unknown>>,
): TokenRead | undefined {
  const values = columns?.values(query);
  return columns && values ? { columns, values, row: undefined } : undefined;
}
