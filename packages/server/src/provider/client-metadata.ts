import type { OwnClientMetadata, RequestingClient } from '@org/identity-core';
import type { ClientNeed, ClientType } from '@org/identity-prisma';
import type { Client } from 'oidc-provider';

/** Our additional metadata of a client, from the adapter of @org/identity-prisma. */
interface OwnMetadata extends OwnClientMetadata {
  identity_type?: ClientType;
  identity_tenant_slug?: string;
  identity_blocked?: true;
  identity_needs?: readonly ClientNeed[];
}

// oidc-provider copies extra metadata to the client. Its types do not include it.
const own = (client: Client): OwnMetadata => client as unknown as OwnMetadata;

/** The client as steps and pages see it. */
export function requestingClient(client: Client): RequestingClient {
  const metadata = own(client);
  return {
    id: client.clientId,
    name: client.clientName ?? client.clientId,
    firstParty: metadata.identity_first_party === true,
    applicationId: metadata.identity_application_id ?? null,
    tenantId: metadata.identity_tenant_id ?? null,
  };
}

/** Whether nobody can use the client, in any tenant. */
export const isBlockedClient = (client: Client): boolean => own(client).identity_blocked === true;
export const tenantSlugOf = (client: Client): string | null => own(client).identity_tenant_slug ?? null;
export const wantsLicenseClaims = (client: Client): boolean => own(client).identity_license_claims === true;
export const wantsGroupClaims = (client: Client): boolean => own(client).identity_group_claims === true;
/** The client's own rule about `nonce`. Returns undefined if it has none. */
export const nonceRuleOf = (client: Client): boolean | undefined => own(client).identity_require_nonce;
export const wantsIdTokenClaims = (client: Client): boolean => own(client).identity_id_token_claims === true;
export const isPublicClient = (client: Client): boolean => client.clientAuthMethod === 'none';
/** Whether the rules of the FAPI 2.0 security profile apply to a client. */
export const isFapiClient = (client: Client | undefined): boolean =>
  client !== undefined && own(client).identity_needs?.includes('fapi2') === true;
export const isMachineClient = (client: Client): boolean => own(client).identity_type === 'MACHINE';
export const originsOf = (client: Client): readonly string[] => own(client).identity_origins ?? [];
