import type { ClientInput } from './client-input.js';

export interface ClientReferences {
  applicationId: string | null;
  tenantId: string | null;
}

/** The row of a client, without its id and secrets. */
export function clientRow(client: ClientInput, references: ClientReferences) {
  const { name, type, scopes } = client;
  const uris =
    client.type === 'MACHINE'
      ? { redirectUris: [], postLogoutRedirectUris: [], origins: [], backchannelLogoutUri: null, startUrl: null }
      : browserUris(client);
  return {
    name,
    type,
    scopes,
    firstParty: client.type === 'MACHINE' || client.firstParty,
    licenseClaims: client.type !== 'MACHINE' && client.licenseClaims,
    requireNonce: client.type === 'MACHINE' ? null : (client.requireNonce ?? null),
    idTokenClaims: client.type !== 'MACHINE' && client.idTokenClaims,
    clientUri: client.clientUri ?? null,
    logoUri: client.logoUri ?? null,
    policyUri: client.policyUri ?? null,
    tosUri: client.tosUri ?? null,
    ...uris,
    ...references,
  };
}

function browserUris(client: Exclude<ClientInput, { type: 'MACHINE' }>) {
  const { redirectUris, postLogoutRedirectUris, origins, backchannelLogoutUri = null, startUrl = null } = client;
  const own =
    client.type === 'SPA' ? redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null') : [];
  return {
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri,
    startUrl,
    origins: [...new Set([...origins, ...own])],
  };
}
