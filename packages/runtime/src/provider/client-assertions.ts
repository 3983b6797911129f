import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';
import { isFapiClient } from './client-metadata.js';
import { errors } from './oidc-provider.js';
import { refuseTooMany, type TokenLimiter } from './token-limits.js';

/** The algorithms of assertions. RS256 is for clients without a profile. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;
const profileAlgorithms: readonly unknown[] = assertionAlgorithms.filter((name) => name !== 'RS256');

/** How long an assertion may be valid, and how far in the future it may have been made, in seconds. */
const maxSeconds = 5 * 60;
const maxFuture = 60;
const maxIdLength = 500;

/**
 * Our rules for the assertion of a client, after oidc-provider has verified its signature and before it is used up. Was: the
 * URL of an endpoint is accepted as `aud` as well, which another server could make a client sign; and it may be valid for ever.
 */
export function assertionRules(limiter: TokenLimiter) {
  return async (
    ctx: KoaContextWithOIDC,
    { aud, exp, iat, jti }: Readonly<Record<string, unknown>>,
    { alg }: Readonly<Record<string, unknown>>,
    client: Client,
  ): Promise<void> => {
    const now = Math.floor(Date.now() / 1000);
    if (aud !== ctx.oidc.issuer) throw refused('aud must be the issuer, as a string');
    if (typeof jti !== 'string' || jti.length > maxIdLength)
      throw refused(`jti must have up to ${maxIdLength} characters`);
    if (typeof exp !== 'number' || exp > now + maxSeconds + maxFuture)
      throw refused(`exp must be at most ${maxSeconds} seconds from now`);
    if (iat !== undefined && !(typeof iat === 'number' && iat <= now + maxFuture))
      throw refused('iat must not be in the future');
    if (isFapiClient(client) && !profileAlgorithms.includes(alg))
      throw refused('the profile of the client does not allow this algorithm');
    const isCounted = ctx.path === paths.token || ctx.path === paths.pushedRequest;
    if (isCounted) refuseTooMany(await limiter.beginRequest(client.clientId));
  };
}

/** The client may tell its own developer what is wrong: its signature was right. */
function refused(description: string): Error {
  const error = new errors.InvalidClientAuth(description);
  return Object.assign(error, { error_description: `client_assertion: ${description}` });
}
