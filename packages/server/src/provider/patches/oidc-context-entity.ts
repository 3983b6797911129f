import { markJwt } from '../access-tokens.js';
import type { Provider } from '../oidc-provider.js';

/** Lets our JWTs pass where oidc-provider refuses structured tokens: at introspection and revocation. */
export function acceptOwnJwts(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  const routes = new Set(['introspection', 'revocation']);
  prototype.entity = function acceptJwt(key: string, value: unknown) {
    entity.call(this, key, value);
    const token = this.params?.['token'];
    if (key !== 'Client' || !routes.has(this.route) || typeof token !== 'string' || !this.params) return;
    // The client is authenticated, the token not looked at yet.
    const isJwt = token.split('.').length === 3;
    if (isJwt) this.params['token'] = markJwt(token);
    // A JWT is an access token, anything else a refresh token: one look-up instead of three.
    // A hint that was sent twice stays as it is: oidc-provider is about to refuse it.
    if (!Array.isArray(this.params['token_type_hint'])) {
      this.params['token_type_hint'] = isJwt ? 'access_token' : 'refresh_token';
    }
  };
}
