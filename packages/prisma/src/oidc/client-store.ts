import { type ClientColumns, clientFieldNames, clientFields } from '@org/identity-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import type { ClientType } from '../generated/enums.js';
import { run, statement } from '../statement.js';
import { hashId, isStorable } from './hash.js';
import { recordStore } from './record-store.js';

interface ClientRow extends ClientColumns {
  id: string;
  type: ClientType;
  tenant_slug: string | null;
  secret_hashes: string[];
}

/** Client metadata of ours beyond the standard's, to be listed in oidc-provider's `extraClientMetadata`. */
export const clientMetadataNames: readonly string[] = [
  'identity_type',
  'identity_tenant_slug',
  'identity_secret_hashes',
  ...clientFieldNames
    .flatMap((name) => clientFields[name].metadata ?? [])
    .filter((name) => name.startsWith('identity_')),
];

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
    // Basic and post are interchangeable in oidc-provider; a public client has neither.
    token_endpoint_auth_method: row.type === 'SPA' ? 'none' : 'client_secret_basic',
    grant_types: grantTypes[row.type],
    response_types: row.type === 'MACHINE' ? [] : ['code'],
    identity_type: row.type,
    identity_secret_hashes: row.secret_hashes,
  };
  for (const field of clientFieldNames) {
    const { column, metadata: name } = clientFields[field];
    if (name !== null && row[column] !== null) metadata[name] = row[column];
  }
  if (row.tenant_slug !== null) metadata['identity_tenant_slug'] = row.tenant_slug;
  // The token names the session that ended; without this field only the user, who may have other sessions.
  if (row.backchannel_logout_uri !== null) metadata['backchannel_logout_session_required'] = true;
  // Without this field oidc-provider would let the client ask for every scope there is.
  if (row.type !== 'MACHINE' || row.scopes.length > 0) metadata['scope'] = row.scopes.join(' ') || 'openid';
  // oidc-provider wants some secret of a confidential client; without a valid one this matches nothing.
  if (row.type !== 'SPA') metadata['client_secret'] = row.secret_hashes[0] ?? 'none';
  return metadata as AdapterPayload;
}
