import { hasTwoFactors, type SubjectSignIn, type TokenSubject } from '@org/identity-core';
import { exchangeGrantType, takeAgent, takeMarkedAgent } from '@org/identity-prisma';
import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Composition } from '../compose-plugins.js';
import type { TenantGrant } from './authorization-request.js';
import { isBlockedClient, pluginFieldsOf, requestingClient, tenantSlugOf } from './client-metadata.js';
import { errors } from './oidc-provider.js';
import { endTokenBy } from './patches/token-expires-in.js';

type Token = AccessToken | ClientCredentials;

/** A token that is being exchanged. It is not stored yet, so what an agent needs is a property of the object. */
export interface ExchangedToken {
  /** Who acts for the user (RFC 8693 §4.1). */
  act: Act;
  agentId: string | undefined;
}
/** The client that acts, and the one that acted before it. */
export interface Act {
  sub: string;
  act?: Act;
}

/** The claim `act` of a token that was exchanged, also of one that is being issued. */
export function actOf(token: Token & Partial<ExchangedToken>): { act?: Act } {
  if (token.kind !== 'AccessToken' || token.gty !== exchangeGrantType) return {};
  const act = token.act ?? (token.extra?.['act'] as Act | undefined);
  return act ? { act } : {};
}

/** The plugins' claims for a new token. Plugins can also shorten its lifetime. */
export async function claimsOfNewToken(ctx: KoaContextWithOIDC, token: Token, { tokenClaims }: Composition) {
  const endBy = (time: Date) => endTokenBy(token, time);
  // Machine tokens have no grant that could have been revoked.
  if (ctx.oidc.client && isBlockedClient(ctx.oidc.client))
    throw new errors.UnauthorizedClient('this client is blocked');
  const subject = subjectOf(ctx, token, ctx.oidc.client);
  const claims = worksFor(ctx.oidc.client, subject) ? await tokenClaims(subject, { endBy }) : undefined;
  if (!claims) throw new errors.InvalidGrant('the right to this token has ended');
  return { ...claims, ...agentClaimOf(token, subject) };
}

/** The plugins' claims, as of now, for an existing token. Returns undefined if the right to the token has ended. */
export async function claimsOfToken(ctx: KoaContextWithOIDC, token: Token, { tokenClaims }: Composition) {
  const owner = await ctx.oidc.provider.Client.find(token.clientId ?? '');
  const subject = subjectOf(ctx, token, owner);
  const claims = worksFor(owner, subject) ? await tokenClaims(subject) : undefined;
  return claims && { ...claims, ...agentClaimOf(token, subject) };
}

/** Says that the client of a token is an agent, unless the token says so by `act`. APIs of others have no other way to know. */
function agentClaimOf(token: Token, subject: TokenSubject): { agent?: true } {
  return subject.kind === 'user' && subject.agentId !== undefined && !actOf(token).act ? { agent: true } : {};
}

/** The client may have been moved to a tenant after the grant was made for another one. */
function worksFor(client: Client | undefined, { tenantId }: TokenSubject): boolean {
  const own = client ? requestingClient(client).tenantId : null;
  return own === null || own === tenantId;
}

const isPublic = (client: Client) => client.clientAuthMethod === 'none';

function subjectOf(ctx: KoaContextWithOIDC, token: Token, client: Client | undefined): TokenSubject {
  const clientId = token.clientId ?? '';
  const clientFields = client ? pluginFieldsOf(client) : {};
  if (token.kind === 'ClientCredentials') {
    const tenantId = client ? requestingClient(client).tenantId : null;
    return { kind: 'machine', clientId, tenantId, tenantSlug: client ? tenantSlugOf(client) : null, clientFields };
  }
  const grant: TenantGrant | undefined = ctx.oidc.entities.Grant;
  const tenantId = grant?.tenantId ?? null;
  const agentId = agentOf(token, grant);
  // Older grants do not store the second factor. Codes and refresh tokens do, in `amr`.
  const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities;
  const secondFactor = grant?.secondFactor === true || hasTwoFactors(code?.amr ?? refreshToken?.amr);
  // The token that the client has sent. After a rotation, the other one is not saved yet.
  const used = (ctx.oidc.entities.RotatedRefreshToken ?? refreshToken)?.iat;
  const signIn: SubjectSignIn = {
    via: grant?.via ?? null,
    sessionUid: grant?.sessionUid ?? null,
    // The requests of other clients come from their servers.
    ...(client && isPublic(client) ? { ip: ctx.ip } : {}),
    ...(used === undefined ? {} : { refreshedAt: new Date(used * 1000) }),
  };
  return {
    kind: 'user',
    clientId,
    userId: token.accountId,
    tenantId,
    secondFactor,
    clientFields,
    signIn,
    ...(agentId === undefined ? {} : { agentId }),
  };
}

/** The client of a token, if it is an agent: by the exchange, or because it is marked as one. */
function agentOf(token: AccessToken & Partial<ExchangedToken>, grant: TenantGrant | undefined): string | undefined {
  const isMarked = grant !== undefined && takeMarkedAgent(grant.jti);
  const exchanging = token.gty === exchangeGrantType ? (token.agentId ?? takeAgent(token.jti)) : undefined;
  return exchanging ?? (isMarked ? token.clientId : undefined);
}
