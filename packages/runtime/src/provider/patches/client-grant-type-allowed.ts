import { errors, Provider } from '../oidc-provider.js';

/**
 * Refuses a grant type that the client may not use with `unauthorized_client` (RFC 6749 §5.2). Was: `invalid_request`, which
 * says that the request is malformed.
 */
export function refuseOtherGrantTypes(provider: Provider): void {
  const { prototype } = provider.Client;
  const { grantTypeAllowed } = prototype;
  prototype.grantTypeAllowed = function isAllowed(type) {
    const allowed = grantTypeAllowed.call(this, type);
    const { oidc } = Provider.ctx ?? {};
    if (!allowed && oidc?.route === 'token' && oidc.params?.['grant_type'] === type)
      throw new errors.UnauthorizedClient('requested grant type is not allowed for this client');
    return allowed;
  };
}
