import { refuseUsedToken } from '@org/identity-prisma';
import type { RefreshToken } from 'oidc-provider';
import type { Pool } from 'pg';
import { Provider } from '../oidc-provider.js';

/** A member of oidc-provider's model that the published type does not include. */
export interface RefreshTokenModel {
  find(value: string, options?: object): Promise<RefreshToken | undefined>;
}

/**
 * Revokes the grant if another client presents a used refresh token: it was stolen. Was: refused, but the grant stays. This
 * applies with and without a grace period.
 */
export function revokeStolenTokens(provider: Provider, pool: Pool): void {
  const model = provider.RefreshToken as unknown as RefreshTokenModel;
  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const token = await find(value, options);
    const { oidc } = Provider.ctx ?? {};
    // Introspection and revocation find tokens as well. They do not use them.
    const isUse = oidc?.route === 'token' && oidc.params?.['grant_type'] === 'refresh_token';
    if (isUse && token?.consumed && token.clientId !== oidc.client?.clientId)
      await refuseUsedToken(pool, value, 'RefreshToken');
    return token;
  };
}
