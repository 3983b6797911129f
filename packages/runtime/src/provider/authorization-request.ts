import {
  type AuthorizationRequest,
  accountClientId,
  hasTwoFactors,
  originOfSession,
  type SignInStep,
  type TenantDecision,
  type TenantResolver,
} from '@org/identity-core';
import { findGrantId, holdNewGrant, noteClientUse, takePause } from '@org/identity-prisma';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { isUnproven } from '../clients/unproven-client.js';
import { connectionOf, viaOf } from '../http/session-via.js';
import { requestingClient } from './client-metadata.js';
import { apiScopesOfGrant, findConsent } from './consents.js';

/** The authorization request that oidc-provider is handling. */
export function authorizationRequest({ oidc, ip }: KoaContextWithOIDC): AuthorizationRequest {
  if (!oidc.client) throw new Error('The client is not known yet.');
  return {
    client: requestingClient(oidc.client),
    params: oidc.params ?? {},
    userId: oidc.account?.accountId,
    amr: oidc.session?.amr ?? [],
    session: {
      origin: originOfSession(viaOf(oidc.session)),
      signedInAt: oidc.session?.loginTs === undefined ? undefined : new Date(oidc.session.loginTs * 1000),
      pauseSeconds: pauseOf(oidc),
      ip,
    },
    answers: oidc.result ?? {},
    ...(oidc.entities.DeviceCode ? { device: oidc.entities.DeviceCode.jti } : {}),
  };
}

const pauses = new WeakMap<KoaContextWithOIDC['oidc'], number>();

/** The longest pause of the session. A sign-in of this request begins anew; a second factor alone keeps the time of the sign-in. */
function pauseOf(oidc: KoaContextWithOIDC['oidc']): number {
  const known = pauses.get(oidc);
  if (known !== undefined) return known;
  const { session } = oidc;
  const isNew = session?.loginTs !== undefined && session.loginTs >= epochSeconds() - newSeconds;
  const pause = isNew || !session ? 0 : (takePause(session.uid) ?? Number.POSITIVE_INFINITY);
  pauses.set(oidc, pause);
  return pause;
}

/** A session that was opened a moment ago had no pause, whichever request has stored it. */
const newSeconds = 60;
const epochSeconds = () => Math.floor(Date.now() / 1000);

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

/**
 * A grant with its session, its tenant, whether the user passed a second factor at sign-in, and the tenant whose connection
 * the sign-in came by.
 */
export type TenantGrant = Grant & {
  sessionUid?: string;
  tenantId?: string;
  secondFactor?: true;
  via?: string;
  connectionId?: string;
};

interface GrantServices {
  pool: Pool;
  tenants: TenantResolver | undefined;
  grantSeconds: number;
}

/**
 * Finds or creates the grant of a request. Was: one grant per client and session, so a second tenant in
 * a second tab would change the tokens of the first. Now: one per client, session, tenant and origin of the session.
 */
export function grantLoader({ pool, tenants, grantSeconds }: GrantServices) {
  return async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, session, provider } = ctx.oidc;
    if (!client || !account || !session) return undefined;
    const tenant = await tenantOf(ctx, tenants);
    if (tenant.kind === 'choose' || tenant.kind === 'refused') return undefined;

    const tenantId = tenant.kind === 'tenant' ? tenant.tenantId : null;
    // A first-party client needs none.
    const { firstParty } = requestingClient(client);
    const via = viaOf(session);
    const consenting = { userId: account.accountId, clientId: client.clientId, origin: originOfSession(via), tenantId };
    const consent = firstParty ? undefined : await findConsent(pool, consenting);
    const isAllowed = (scope: string) => !consent || consent.scopes.includes(scope);
    const allowed = [...ctx.oidc.requestParamOIDCScopes].filter(isAllowed);
    const connectionId = connectionOf(session);
    const origin = { via, connectionId };
    const key = {
      sessionUid: session.uid,
      clientId: client.clientId,
      accountId: account.accountId,
      tenantId,
      ...origin,
    };
    // A session that was never stored has no grant.
    const existingId = typeof session.exp === 'number' ? await findGrantId(pool, key) : undefined;
    const existing = existingId ? await provider.Grant.find(existingId) : undefined;
    const resources = apiScopesOfGrant(ctx, existing?.resources, consent);
    if (!existing && allowed.length === 0 && Object.keys(resources).length === 0) return undefined;

    const grant: TenantGrant =
      existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    grant.sessionUid = session.uid;
    if (tenantId) grant.tenantId = tenantId;
    if (hasTwoFactors(session.amr)) grant.secondFactor = true;
    else delete grant.secondFactor;
    // Only of a new grant: no grant ever gets another origin.
    if (via !== undefined) grant.via = via;
    if (connectionId !== undefined) grant.connectionId = connectionId;
    // Remove scopes that are no longer allowed: the consent was withdrawn, or the client is no longer first-party.
    const kept = grant.getOIDCScope().split(' ').filter(isAllowed);
    grant.openid = { ...grant.openid, scope: [...new Set([...kept, ...allowed])].join(' ').trim() };
    grant.resources = resources;
    // Extended at every sign-in: the grant must outlive the last refresh token that belongs to it.
    grant.exp = Math.floor(Date.now() / 1000) + grantSeconds;
    if (!existing) holdNewGrant(ctx);
    await grant.save();
    if (tenantId && !firstParty)
      await noteClientUse(pool, { tenantId, clientId: client.clientId, userId: account.accountId });
    return grant;
  };
}

/**
 * A third-party client needs consent for scopes that are not allowed yet, or if it requests the consent page. One that cannot
 * prove who it is needs it at every sign-in: the user may have allowed another program.
 */
export const needsConsent: Pick<SignInStep, 'description' | 'isNeeded'> = {
  description: 'the user has not allowed this request yet',
  isNeeded: async (request, { newScopes, requested }) => {
    if (request.client.firstParty) return false;
    return newScopes.length > 0 || requested || (isUnproven(request) && request.answers['consent'] === undefined);
  },
};
