import { signJwt } from '../../keys/sign-jwt.js';
import type { AccessTokenSettings } from '../access-tokens.js';
import { errors, Provider } from '../oidc-provider.js';

interface StoredToken {
  jti: string;
  iat: number;
  exp: number;
  clientId: string;
  accountId?: string;
  scope?: string;
  /** The API of others that the token is for. */
  aud?: string;
  sid?: string;
  /** The thumbprint of the key that the token is bound to. */
  jkt?: string;
  extra?: Record<string, unknown>;
}

// Members of oidc-provider's token models that are missing in the published types.
interface TokenModel {
  prototype: {
    expiration: number;
    getValueAndPayload(): Promise<{ value: string; payload: StoredToken }>;
    scope?: string;
    client?: { scope?: string };
    resourceServer?: { scope?: string };
  };
}

/**
 * Issues access tokens that are JWTs and are stored as well. oidc-provider does not store its JWT access tokens: they cannot be
 * revoked or introspected, and userinfo refuses them.
 */
export function issueJwtAccessTokens(provider: Provider, settings: AccessTokenSettings): void {
  const users = provider.AccessToken as unknown as TokenModel;
  const machines = provider.ClientCredentials as unknown as TokenModel;
  for (const model of [users, machines]) {
    const { getValueAndPayload } = model.prototype;
    model.prototype.getValueAndPayload = async function signedValue() {
      if (model === machines) checkMachineScope(this);
      const { payload } = await getValueAndPayload.call(this);
      // The claims may have shortened the lifetime after oidc-provider had set `exp`.
      payload.exp = Math.min(payload.exp, payload.iat + this.expiration);
      return { value: await sign(payload, settings), payload };
    };
  }
}

async function sign(token: StoredToken, { issuer, audience, keys, algorithm }: AccessTokenSettings): Promise<string> {
  const key = keys.signing.find((candidate) => candidate.algorithm === algorithm);
  if (!key) throw new Error(`There is no key for ${algorithm}.`);
  const { extra, jti, iat, exp, clientId, accountId, scope, sid, jkt, aud = audience } = token;
  const claims = { ...extra, client_id: clientId, ...(scope ? { scope } : {}), ...(sid ? { sid } : {}) };
  const standard = { iss: issuer, aud, sub: accountId ?? clientId, jti, iat, exp };
  return signJwt('at+jwt', { ...claims, ...standard, ...(jkt ? { cnf: { jkt } } : {}) }, key);
}

/** A machine gets the requested scopes, which must be among the client's at the API. Without a request it gets all of them. */
function checkMachineScope(token: TokenModel['prototype']): void {
  const given = (token.resourceServer ?? token.client)?.scope ?? '';
  // Reads the raw body, because oidc-provider silently drops unknown scopes.
  const requested = Provider.ctx?.oidc.body?.['scope'];
  if (typeof requested !== 'string' || requested === '') {
    if (given) token.scope = given;
    return;
  }
  const missing = requested.split(' ').filter((scope) => !given.split(' ').includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('requested scope is not allowed', missing.join(' '));
}
