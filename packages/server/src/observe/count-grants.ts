import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Metrics } from './metrics.js';

const grantTypes = new Set(['authorization_code', 'refresh_token', 'client_credentials']);

/** Counts the successful and refused requests of the token endpoint. */
export function countGrants(provider: Provider, metrics: Pick<Metrics, 'countGrant'>): void {
  // Callers can send any text. All unknown values share one series.
  const grantTypeOf = (ctx: KoaContextWithOIDC) => {
    const given = String(ctx.oidc.params?.['grant_type']);
    return grantTypes.has(given) ? given : 'other';
  };
  provider.on('grant.success', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'succeeded'));
  provider.on('grant.error', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'refused'));
}
