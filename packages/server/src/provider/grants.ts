import { hasTwoFactors, type TenantResolver } from '@org/identity-core';
import { type Database, findGrantId } from '@org/identity-prisma';
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { tenantOf } from './authorization-request.js';
import { requestingClient } from './client-metadata.js';

/** A grant of ours also knows its session, its tenant, and whether the sign-in behind it has passed a second factor. */
export type TenantGrant = Grant & { sessionUid?: string; tenantId?: string; secondFactor?: true };

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

    const isAllowed = await findAllowance(db, client, account.accountId);
    const allowed = [...ctx.oidc.requestParamOIDCScopes].filter(isAllowed);
    const tenantId = tenant.kind === 'tenant' ? tenant.tenantId : null;
    const key = { sessionUid: session.uid, clientId: client.clientId, accountId: account.accountId, tenantId };
    const existingId = await findGrantId(pool, key);
    const existing = existingId ? await provider.Grant.find(existingId) : undefined;
    if (!existing && allowed.length === 0) return undefined;

    const grant: TenantGrant =
      existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    grant.sessionUid = session.uid;
    if (tenantId) grant.tenantId = tenantId;
    if (hasTwoFactors(session.amr)) grant.secondFactor = true;
    // A scope that is no longer allowed leaves the grant: the consent was withdrawn, or the client is not first-party any more.
    const kept = grant.getOIDCScope().split(' ').filter(isAllowed);
    grant.openid = { ...grant.openid, scope: [...new Set([...kept, ...allowed])].join(' ').trim() };
    // Saved on every sign-in: the grant has to outlive the last refresh token that hangs on it.
    grant.exp = Math.floor(Date.now() / 1000) + grantSeconds;
    await grant.save();
    return grant;
  };
}

/** Which scopes the client may have without asking (again). */
async function findAllowance(db: Database, client: Client, accountId: string): Promise<(scope: string) => boolean> {
  if (requestingClient(client).firstParty) return () => true;
  const consent = await findConsent(db, accountId, client.clientId);
  return (scope) => consent.includes(scope);
}

/** The scopes a person has allowed a client so far. */
export async function findConsent(db: Database, userId: string, clientId: string): Promise<readonly string[]> {
  const consent = await db.consent.findUnique({ where: { userId_clientId: { userId, clientId } } });
  return consent?.scopes ?? [];
}
