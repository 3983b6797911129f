import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { isMachineClient, requestingClient } from './client-metadata.js';
import type { TenantGrant } from './grants.js';

type Token = AccessToken | ClientCredentials | RefreshToken;

/** Whether a client may look at a token: its own, its application's, and as a machine its tenant's or all. */
export async function mayIntrospect(ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> {
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

/** Only the client a token was issued to may revoke it; to everybody else it does not exist. */
export function mayRevoke(_ctx: KoaContextWithOIDC, caller: Client, token: Token): boolean {
  return token.clientId === caller.clientId;
}
