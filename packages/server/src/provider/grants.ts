import type { TenantResolver } from '@org/identity-core';
import { type Database, findGrantId } from '@org/identity-prisma';
import type { Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { tenantOf } from './authorization-request.js';
import { requestingClient } from './client-metadata.js';

/** A grant of ours also knows its session and its tenant. */
export type TenantGrant = Grant & { sessionUid?: string; tenantId?: string };

/** Makes session and tenant part of what is stored of a grant. */
export function bindGrants(provider: Provider): void {
  const names = provider.Grant.IN_PAYLOAD;
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', { get: () => [...names, 'sessionUid', 'tenantId'] });
}

export interface GrantServices {
  db: Database;
  pool: Pool;
  tenants: TenantResolver | undefined;
  grantSeconds: number;
}

/**
 * Finds or makes the grant of a request. Was: one grant per client and session, so a second tenant in
 * a second tab would have changed the first one's tokens. Now: one per client, session and tenant.
 */
export function grantLoader({ db, pool, tenants, grantSeconds }: GrantServices) {
  return async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, session, provider } = ctx.oidc;
    if (!client || !account || !session) return undefined;
    const tenant = await tenantOf(ctx, tenants);
    if (tenant.kind === 'choose' || tenant.kind === 'refused') return undefined;

    const allowed = await allowedScopes(db, ctx);
    const tenantId = tenant.kind === 'tenant' ? tenant.tenantId : null;
    const key = { sessionUid: session.uid, clientId: client.clientId, accountId: account.accountId, tenantId };
    const existingId = await findGrantId(pool, key);
    const existing = existingId ? await provider.Grant.find(existingId) : undefined;
    if (!existing && allowed.size === 0) return undefined;

    const grant: TenantGrant =
      existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    grant.sessionUid = session.uid;
    if (tenantId) grant.tenantId = tenantId;
    if (allowed.size > 0) grant.addOIDCScope(allowed);
    // Saved on every sign-in: the grant has to outlive the last refresh token that hangs on it.
    grant.exp = Math.floor(Date.now() / 1000) + grantSeconds;
    await grant.save();
    return grant;
  };
}

/** What the client may have without asking (again). */
async function allowedScopes(db: Database, ctx: KoaContextWithOIDC): Promise<Set<string>> {
  const requested = ctx.oidc.requestParamOIDCScopes;
  if (!ctx.oidc.client || !ctx.oidc.account) return new Set();
  if (requestingClient(ctx.oidc.client).firstParty) return requested;
  const consent = await findConsent(db, ctx.oidc.account.accountId, ctx.oidc.client.clientId);
  return new Set([...requested].filter((scope) => consent.includes(scope)));
}

/** The scopes a person has allowed a client so far. */
export async function findConsent(db: Database, userId: string, clientId: string): Promise<readonly string[]> {
  const consent = await db.consent.findUnique({ where: { userId_clientId: { userId, clientId } } });
  return consent?.scopes ?? [];
}
