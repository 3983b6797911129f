import {
  type AuthorizationRequest,
  accountClientId,
  type TenantDecision,
  type TenantResolver,
} from '@org/identity-core';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { requestingClient } from './client-metadata.js';

/** The authorization request that oidc-provider is handling. */
export function authorizationRequest({ oidc }: KoaContextWithOIDC): AuthorizationRequest {
  if (!oidc.client) throw new Error('The client is not known yet.');
  return {
    client: requestingClient(oidc.client),
    params: oidc.params ?? {},
    userId: oidc.account?.accountId,
    amr: oidc.session?.amr ?? [],
    answers: oidc.result ?? {},
  };
}

const decisions = new WeakMap<KoaContextWithOIDC['oidc'], Promise<TenantDecision>>();

/** The tenant of the request. It is decided once per request, so that grant, steps and token always agree. */
export function tenantOf(ctx: KoaContextWithOIDC, tenants: TenantResolver | undefined): Promise<TenantDecision> {
  const known = decisions.get(ctx.oidc);
  if (known) return known;
  // The account pages belong to the user, not to a tenant.
  const resolver = ctx.oidc.client?.clientId === accountClientId ? undefined : tenants;
  const decision = resolver?.decide(authorizationRequest(ctx)) ?? Promise.resolve({ kind: 'none' as const });
  decisions.set(ctx.oidc, decision);
  return decision;
}
