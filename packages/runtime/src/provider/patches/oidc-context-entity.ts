import { markJwt } from '../access-tokens.js';
import { errors, Provider } from '../oidc-provider.js';

/** Accepts our JWTs at introspection and revocation, where oidc-provider refuses structured tokens. */
export function acceptOwnJwts(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  const routes = new Set(['introspection', 'revocation']);
  prototype.entity = function acceptJwt(key: string, value: unknown) {
    entity.call(this, key, value);
    if (key === 'Client' && this.route === 'introspection') requireOwnMethod(this.params);
    const token = this.params?.['token'];
    if (key !== 'Client' || !routes.has(this.route) || typeof token !== 'string' || !this.params) return;
    // At this point the client is authenticated, and oidc-provider has not read the token yet.
    const isJwt = token.split('.').length === 3;
    if (isJwt) this.params['token'] = markJwt(token);
    // A JWT is an access token, anything else a refresh token: one query instead of three.
    // A hint that was sent twice stays as it is, because oidc-provider refuses it later.
    if (!Array.isArray(this.params['token_type_hint'])) {
      this.params['token_type_hint'] = isJwt ? 'access_token' : 'refresh_token';
    }
  };
}

/** Was: a secret in the body, or a public client without any. By default `contractResponses` has refused both before. */
function requireOwnMethod(params: Record<string, unknown> | undefined): void {
  if (Provider.ctx?.get('authorization') || params?.['client_assertion'] !== undefined) return;
  throw new errors.InvalidClientAuth('introspection accepts HTTP Basic or a client assertion only');
}
