import { isIdentityError, verifyAccessToken } from '@org/identity-core';
import { findStoredTokenState } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { verification } from '../access-tokens.js';
import { errors } from '../oidc-provider.js';
import type { TokenExchangeParts } from './token-exchange-parts.js';

/** The only type of token that is accepted and issued (RFC 8693 §3). */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** A parameter of the request. Returns undefined if it was not sent. */
export function textParameter({ oidc }: KoaContextWithOIDC, name: string): string | undefined {
  const value = oidc.params?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// Longer than any token of ours.
const maxLength = 16_384;

interface ReadToken {
  readonly jti: string;
  /** The thumbprint of the key that it is bound to. */
  readonly jkt: string | undefined;
}

/** The id of a token that this server has signed: for our own API, or for one of the table `apis`. */
export async function readToken(token: string, { tokens }: TokenExchangeParts): Promise<ReadToken | undefined> {
  if (token.length > maxLength || token.includes('\u0000')) return undefined;
  try {
    // For any API: `findStoredTokenState` finds a token only while its API exists.
    const { jti, jkt } = await verifyAccessToken({ ...verification(tokens), audience: undefined }, token);
    return { jti, jkt };
  } catch (error) {
    if (isIdentityError(error) && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  }
}

/** The actor is the client itself. It may prove it once more with a machine token of its own, bound to no other key. */
export async function requireActor(
  ctx: KoaContextWithOIDC,
  parts: TokenExchangeParts,
  key: string | undefined,
): Promise<void> {
  const [token, type] = [textParameter(ctx, 'actor_token'), textParameter(ctx, 'actor_token_type')];
  if (token === undefined) {
    if (type !== undefined) throw new errors.InvalidRequest('actor_token_type needs an actor_token');
    return;
  }
  if (type !== accessTokenType) throw new errors.InvalidRequest(`actor_token_type must be ${accessTokenType}`);
  const read = await readToken(token, parts);
  const isProven = read !== undefined && (read.jkt === undefined || read.jkt === key);
  const state = isProven ? await findStoredTokenState(parts.tokens.pool, read.jti, { withClaims: false }) : undefined;
  if (state?.kind !== 'machine' || state.clientId !== ctx.oidc.client?.clientId) {
    throw new errors.InvalidRequest('actor_token must be a valid machine token of the client itself');
  }
}
