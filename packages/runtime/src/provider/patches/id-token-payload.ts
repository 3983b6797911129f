import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';

import { wantsIdTokenClaims } from '../client-metadata.js';

// Members of oidc-provider's ID tokens that are missing in the published types.
interface IdTokenModel {
  prototype: { scope?: string; client?: Client; ctx?: KoaContextWithOIDC; payload(): Promise<object> };
}

/**
 * Adds the claims of `profile` and `email` to the ID tokens of clients that have this setting. Was: one setting for all
 * clients (`conformIdTokenClaims`), by default only at userinfo.
 */
export function fillIdTokens(provider: Provider): void {
  const { prototype } = provider.IdToken as unknown as IdTokenModel;
  const { payload } = prototype;
  prototype.payload = function payloadOfScopes() {
    const token: { scope?: string | undefined; aud?: unknown } | undefined = this.ctx?.oidc?.entities.AccessToken;
    // The scopes of a token for an API of others are no scopes of ours.
    const granted = token?.aud === undefined ? token?.scope : undefined;
    // oidc-provider reduces the scope to `openid` if the other claims are at userinfo.
    if (this.scope === 'openid' && granted && this.client && wantsIdTokenClaims(this.client)) this.scope = granted;
    return payload.call(this);
  };
}
