import { exchangeGrantType } from '@org/identity-prisma';
import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import type { Composition } from '../compose-plugins.js';
import type { TenantGrant } from './authorization-request.js';
import { isBlockedClient, isMachineClient, requestingClient } from './client-metadata.js';
import { actOf, claimsOfToken } from './token-claims.js';

type Token = AccessToken | ClientCredentials | RefreshToken;

/** Whether a client may introspect a token. The response has the claims as of now, not as of when the token was issued. */
export function introspectionPolicy(composition: Composition) {
  return async (ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> => {
    if (!(await mayIntrospect(ctx, caller, token))) return false;
    if (token.kind === 'RefreshToken') return true;
    const claims = await claimsOfToken(ctx, token, composition);
    if (!claims) return false;
    token.extra = { ...claims, ...actOf(token) };
    return true;
  };
}

/** A client may see its own tokens and those of its application. A machine client also sees those of its tenant, or all. */
async function mayIntrospect(ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> {
  if (isBlockedClient(caller)) return false;
  if (token.clientId === caller.clientId) return true;
  const owner = await ctx.oidc.provider.Client.find(token.clientId ?? '');
  if (!owner) return false;
  const { applicationId, tenantId } = requestingClient(caller);
  if (applicationId !== null && requestingClient(owner).applicationId === applicationId) return true;
  if (!isMachineClient(caller)) return false;
  return tenantId === null || tenantId === tenantOfToken(ctx, owner, token);
}

function tenantOfToken({ oidc }: KoaContextWithOIDC, owner: Client, token: Token): string | null {
  if (token.kind === 'ClientCredentials') return requestingClient(owner).tenantId;
  const grant: TenantGrant | undefined = oidc.entities.Grant;
  return grant?.tenantId ?? null;
}

/** Only the client that a token was issued to may revoke it. For other clients the token does not exist. */
export async function mayRevoke(_ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> {
  if (token.clientId !== caller.clientId) return false;
  if (token.kind !== 'AccessToken' || token.gty !== exchangeGrantType) return true;
  // oidc-provider would also delete all other tokens of the grant, which is that of the user's own client.
  await token.destroy();
  return false;
}
