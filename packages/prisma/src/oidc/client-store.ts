import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import type { ClientType } from '../generated/enums.js';
import { run, statement } from '../statement.js';
import { hashId, isStorable } from './hash.js';
import { recordStore } from './record-store.js';

interface ClientRow {
  id: string;
  name: string;
  type: ClientType;
  first_party: boolean;
  application_id: string | null;
  tenant_id: string | null;
  tenant_slug: string | null;
  license_claims: boolean;
  require_nonce: boolean | null;
  id_token_claims: boolean;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  origins: string[];
  scopes: string[];
  backchannel_logout_uri: string | null;
  start_url: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  policy_uri: string | null;
  tos_uri: string | null;
  secret_hashes: string[];
}

/** Client metadata of ours beyond the standard's, to be listed in oidc-provider's `extraClientMetadata`. */
export const clientMetadataNames = [
  'identity_type',
  'identity_first_party',
  'identity_application_id',
  'identity_tenant_id',
  'identity_tenant_slug',
  'identity_license_claims',
  'identity_require_nonce',
  'identity_id_token_claims',
  'identity_origins',
  'identity_start_url',
  'identity_secret_hashes',
] as const;

const ownNames = new Set<string>(clientMetadataNames);

const find = statement(
  'client_find',
  `SELECT c.*, ARRAY(
     SELECT encode(s.hash, 'hex') FROM identity.client_secrets s
     WHERE s.client_id = c.id AND (s.expires_at IS NULL OR s.expires_at > now())
     ORDER BY s.created_at DESC, s.id DESC
   ) AS secret_hashes, t.slug AS tenant_slug
   FROM identity.clients c LEFT JOIN identity.tenants t ON t.id = c.tenant_id WHERE c.id = $1`,
);

const grantTypes: Record<ClientType, string[]> = {
  CONFIDENTIAL: ['authorization_code', 'refresh_token'],
  SPA: ['authorization_code', 'refresh_token'],
  MACHINE: ['client_credentials'],
};

/**
 * Gives oidc-provider the clients of our table. A client that the library itself registers (dynamic
 * registration, off by default) is kept beside them; its secret is stored by hash like every other.
 */
export function clientStore(pool: Pool): Adapter {
  const registered = recordStore(pool, 'Client');
  /** The secret by its hash. A client that changes its registration is saved without one, or with the stored hash: it keeps its own. */
  const secretOf = async (id: string, secret: unknown) => {
    const stored = (await registered.find(id))?.client_secret;
    const isNew = typeof secret === 'string' && secret !== stored;
    const hash = isNew ? hashId(secret).toString('hex') : stored;
    return hash === undefined ? {} : { client_secret: hash, identity_secret_hashes: [hash] };
  };
  return {
    ...registered,
    async find(id) {
      if (!isStorable(id)) return undefined;
      const { rows } = await run<ClientRow>(pool, find, [id]);
      return rows[0] ? toMetadata(rows[0]) : registered.find(id);
    },
    async upsert(id, metadata, expiresIn) {
      // What a client says of itself is not ours to believe: it could make itself first-party, or a tenant's.
      const payload = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownNames.has(name)));
      return registered.upsert(id, { ...payload, ...(await secretOf(id, payload['client_secret'])) }, expiresIn);
    },
  };
}

function toMetadata(row: ClientRow): AdapterPayload {
  const metadata: Record<string, unknown> = {
    client_id: row.id,
    client_name: row.name,
    // Basic and post are interchangeable in the library; a public client has neither.
    token_endpoint_auth_method: row.type === 'SPA' ? 'none' : 'client_secret_basic',
    grant_types: grantTypes[row.type],
    response_types: row.type === 'MACHINE' ? [] : ['code'],
    redirect_uris: row.redirect_uris,
    post_logout_redirect_uris: row.post_logout_redirect_uris,
    identity_type: row.type,
    identity_first_party: row.first_party,
    identity_license_claims: row.license_claims,
    identity_id_token_claims: row.id_token_claims,
    identity_origins: row.origins,
    identity_secret_hashes: row.secret_hashes,
  };
  // Without this field the library would let the client ask for every scope there is.
  if (row.type !== 'MACHINE' || row.scopes.length > 0) metadata['scope'] = row.scopes.join(' ') || 'openid';
  // The library wants some secret of a confidential client; without a valid one this matches nothing.
  if (row.type !== 'SPA') metadata['client_secret'] = row.secret_hashes[0] ?? 'none';
  const optional = {
    backchannel_logout_uri: row.backchannel_logout_uri,
    // The token names the session that ended; without this field only the person, who may have others.
    backchannel_logout_session_required: row.backchannel_logout_uri === null ? null : true,
    client_uri: row.client_uri,
    logo_uri: row.logo_uri,
    policy_uri: row.policy_uri,
    tos_uri: row.tos_uri,
    identity_require_nonce: row.require_nonce,
    identity_start_url: row.start_url,
    identity_application_id: row.application_id,
    identity_tenant_id: row.tenant_id,
    identity_tenant_slug: row.tenant_slug,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== null) metadata[name] = value;
  return metadata as AdapterPayload;
}
