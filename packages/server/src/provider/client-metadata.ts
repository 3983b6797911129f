import type { OwnClientMetadata, PluginFieldValues, RequestingClient } from '@org/identity-core';
import type { ClientNeed, ClientSource, ClientType } from '@org/identity-prisma';
import type { Client } from 'oidc-provider';

/** Our additional metadata of a client, from the adapter of @org/identity-prisma. */
interface OwnMetadata extends OwnClientMetadata {
  identity_type?: ClientType;
  identity_tenant_slug?: string;
  identity_blocked?: true;
  identity_needs?: readonly ClientNeed[];
  identity_plugin_fields?: PluginFieldValues;
  /** Absent: MANUAL. The times are in milliseconds. */
  identity_source?: ClientSource;
  identity_used_at?: number;
  identity_read_at?: number;
  identity_read_until?: number;
}

// oidc-provider copies extra metadata to the client. Its types do not include it.
const own = (client: Client): OwnMetadata => client as unknown as OwnMetadata;

/** The client as steps and pages see it. */
export function requestingClient(client: Client): RequestingClient {
  const metadata = own(client);
  return {
    id: client.clientId,
    name: nameOf(client),
    firstParty: metadata.identity_first_party === true,
    applicationId: metadata.identity_application_id ?? null,
    tenantId: metadata.identity_tenant_id ?? null,
    isPublic: isPublicClient(client),
  };
}

/** Whether nobody can use the client, in any tenant. */
export const isBlockedClient = (client: Client): boolean => own(client).identity_blocked === true;
export const tenantSlugOf = (client: Client): string | null => own(client).identity_tenant_slug ?? null;
/** What plugins have declared about a client. Empty for a client that oidc-provider has registered. */
export const pluginFieldsOf = (client: Client): PluginFieldValues => own(client).identity_plugin_fields ?? {};
/** The client's own rule about `nonce`. Returns undefined if it has none. */
export const nonceRuleOf = (client: Client): boolean | undefined => own(client).identity_require_nonce;
export const wantsIdTokenClaims = (client: Client): boolean => own(client).identity_id_token_claims === true;
export const isPublicClient = (client: Client): boolean => client.clientAuthMethod === 'none';
/** Whether the rules of the FAPI 2.0 security profile apply to a client. */
export const isFapiClient = (client: Client | undefined): boolean =>
  client !== undefined && own(client).identity_needs?.includes('fapi2') === true;
export const isMachineClient = (client: Client): boolean => own(client).identity_type === 'MACHINE';
export const originsOf = (client: Client): readonly string[] => own(client).identity_origins ?? [];

/** Where a client comes from that nobody has entered by hand. Undefined for all others. */
export const foreignSourceOf = (client: Client): ClientSource | undefined => own(client).identity_source;
export const usedAtOf = (client: Client): number | undefined => own(client).identity_used_at;
/** When the document of a client was read, and until when it does not have to be read again. */
export const documentTimesOf = (client: Client): { readAt: number | undefined; until: number | undefined } => ({
  readAt: own(client).identity_read_at,
  until: own(client).identity_read_until,
});

const maxShown = { name: 40, host: 60 };

/**
 * Anybody can choose a name, but only the owner of a host can put a document there: pages show both. Long ones are cut so
 * that the end of the host, which says whose it is, is always shown.
 */
function nameOf(client: Client): string {
  const { clientId, clientName = clientId } = client;
  if (foreignSourceOf(client) !== 'METADATA_DOCUMENT') return clientName;
  const { host } = new URL(clientId);
  const letters = [...clientName];
  const name = letters.length > maxShown.name ? `${letters.slice(0, maxShown.name).join('')}…` : clientName;
  return `${name} (${host.length > maxShown.host ? `…${host.slice(-maxShown.host)}` : host})`;
}
