import { hasTwoFactors, type TokenSubject } from '@org/identity-core';
import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Composition } from '../compose-plugins.js';
import { requestingClient, tenantSlugOf, wantsLicenseClaims } from './client-metadata.js';
import type { TenantGrant } from './grants.js';
import { errors } from './oidc-provider.js';
import { endTokenBy } from './patches/token-expires-in.js';

type Token = AccessToken | ClientCredentials;

/** What the plugins say in a token that is being made; it lives no longer than they allow. */
export async function claimsOfNewToken(ctx: KoaContextWithOIDC, token: Token, { tokenClaims }: Composition) {
  const endBy = (time: Date) => endTokenBy(token, time);
  const subject = subjectOf(ctx, token, ctx.oidc.client);
  const claims = worksFor(ctx.oidc.client, subject) ? await tokenClaims(subject, { endBy }) : undefined;
  if (!claims) throw new errors.InvalidGrant('the right to this token has ended');
  return claims;
}

/** What they would say now of a token that was made earlier, or nothing when the right to it has ended. */
export async function claimsOfToken(ctx: KoaContextWithOIDC, token: Token, { tokenClaims }: Composition) {
  const owner = await ctx.oidc.provider.Client.find(token.clientId ?? '');
  const subject = subjectOf(ctx, token, owner);
  return worksFor(owner, subject) ? tokenClaims(subject) : undefined;
}

/** A client may have been given to a tenant after a grant for another one was made. */
function worksFor(client: Client | undefined, { tenantId }: TokenSubject): boolean {
  const own = client ? requestingClient(client).tenantId : null;
  return own === null || own === tenantId;
}

function subjectOf(ctx: KoaContextWithOIDC, token: Token, client: Client | undefined): TokenSubject {
  const clientId = token.clientId ?? '';
  if (token.kind === 'ClientCredentials') {
    const tenantId = client ? requestingClient(client).tenantId : null;
    return { kind: 'machine', clientId, tenantId, tenantSlug: client ? tenantSlugOf(client) : null };
  }
  const grant: TenantGrant | undefined = ctx.oidc.entities.Grant;
  const licenseClaims = client !== undefined && wantsLicenseClaims(client);
  const tenantId = grant?.tenantId ?? null;
  // Codes and refresh tokens remember the sign-in they come from; those from before grants did so work on.
  const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities;
  const secondFactor = grant?.secondFactor === true || hasTwoFactors(code?.amr ?? refreshToken?.amr);
  return { kind: 'user', clientId, userId: token.accountId, tenantId, secondFactor, licenseClaims };
}
