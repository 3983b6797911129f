import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Metrics } from './metrics.js';

const grantTypes = new Set(['authorization_code', 'refresh_token', 'client_credentials']);

/** Counts what the token endpoint gives and refuses. */
export function countGrants(provider: Provider, metrics: Pick<Metrics, 'countGrant'>): void {
  // Anybody can send any word: those are one series.
  const grantTypeOf = (ctx: KoaContextWithOIDC) => {
    const given = String(ctx.oidc.params?.['grant_type']);
    return grantTypes.has(given) ? given : 'other';
  };
  provider.on('grant.success', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'succeeded'));
  provider.on('grant.error', (ctx) => metrics.countGrant(grantTypeOf(ctx), 'refused'));
}
