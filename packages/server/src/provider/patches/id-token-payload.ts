import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';

import { wantsIdTokenClaims } from '../client-metadata.js';

// What oidc-provider's ID tokens have beyond their published types.
interface IdTokenModel {
  prototype: { scope?: string; client?: Client; ctx?: KoaContextWithOIDC; payload(): Promise<object> };
}

/**
 * Puts the claims of `profile` and `email` into the ID tokens of clients that ask for it. Was: at userinfo only, for
 * all clients or none (`conformIdTokenClaims`).
 */
export function fillIdTokens(provider: Provider): void {
  const { prototype } = provider.IdToken as unknown as IdTokenModel;
  const { payload } = prototype;
  prototype.payload = function payloadOfScopes() {
    const granted = this.ctx?.oidc?.entities.AccessToken?.scope;
    // `openid` alone: an ID token, whose claims oidc-provider leaves to userinfo.
    if (this.scope === 'openid' && granted && this.client && wantsIdTokenClaims(this.client)) this.scope = granted;
    return payload.call(this);
  };
}
