import type { AccessTokenSettings } from '../access-tokens.js';
import { errors, Provider } from '../oidc-provider.js';
import { signAccessToken } from '../sign-access-token.js';

interface StoredToken {
  jti: string;
  iat: number;
  exp: number;
  clientId: string;
  accountId?: string;
  scope?: string;
  sid?: string;
  extra?: Record<string, unknown>;
}

// What oidc-provider's token models have beyond their published types.
interface TokenModel {
  prototype: {
    expiration: number;
    getValueAndPayload(): Promise<{ value: string; payload: StoredToken }>;
    scope?: string;
    client?: { scope?: string };
  };
}

/**
 * Gives stored access tokens the form of a JWT. The JWT format of oidc-provider is not stored, so such a token could neither
 * be revoked nor introspected, and userinfo would refuse it.
 */
export function issueJwtAccessTokens(provider: Provider, settings: AccessTokenSettings): void {
  const users = provider.AccessToken as unknown as TokenModel;
  const machines = provider.ClientCredentials as unknown as TokenModel;
  for (const model of [users, machines]) {
    const { getValueAndPayload } = model.prototype;
    model.prototype.getValueAndPayload = async function signedValue() {
      if (model === machines) checkMachineScope(this);
      const { payload } = await getValueAndPayload.call(this);
      // The claims may have shortened its life after oidc-provider had set the end.
      payload.exp = Math.min(payload.exp, payload.iat + this.expiration);
      return { value: await sign(payload, settings), payload };
    };
  }
}

async function sign(token: StoredToken, { issuer, audience, keys, algorithm }: AccessTokenSettings): Promise<string> {
  const key = keys.signing.find((candidate) => candidate.algorithm === algorithm);
  if (!key) throw new Error(`There is no key for ${algorithm}.`);
  const { extra, jti, iat, exp, clientId, accountId, scope, sid } = token;
  const claims = { ...extra, client_id: clientId, ...(scope ? { scope } : {}), ...(sid ? { sid } : {}) };
  const standard = { iss: issuer, aud: audience, sub: accountId ?? clientId, jti, iat, exp };
  return signAccessToken({ ...claims, ...standard }, key);
}

/** A machine gets what it asks for of what it was given, and all of it when it asks for nothing. */
function checkMachineScope(token: { scope?: string; client?: { scope?: string } }): void {
  const given = token.client?.scope ?? '';
  // The body, since oidc-provider has silently dropped the scopes that it does not know.
  const requested = Provider.ctx?.oidc.body?.['scope'];
  if (typeof requested !== 'string' || requested === '') {
    if (given) token.scope = given;
    return;
  }
  const missing = requested.split(' ').filter((scope) => !given.split(' ').includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('requested scope is not allowed', missing.join(' '));
}
