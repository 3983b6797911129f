import { type ClientColumns, clientFieldNames, clientFields } from '@org/identity-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { lookUp } from '../fast-path/batch-statement.js';
import { runBatched } from '../fast-path/run-batched.js';
import type { ClientType } from '../generated/enums.js';
import { hashId, isStorable } from '../hash.js';
import { recordStore } from './record-store.js';

interface ClientRow extends ClientColumns {
  id: string;
  type: ClientType;
  tenant_slug: string | null;
  secret_hashes: string[];
}

/** The non-standard client metadata, for oidc-provider's `extraClientMetadata`. */
export const clientMetadataNames: readonly string[] = [
  'identity_type',
  'identity_tenant_slug',
  'identity_secret_hashes',
  ...clientFieldNames
    .flatMap((name) => clientFields[name].metadata ?? [])
    .filter((name) => name.startsWith('identity_')),
];

const ownNames = new Set<string>(clientMetadataNames);

/** Each by name: a statement with `c.*` fails on open connections as soon as a migration adds a column. */
const columns = ['id', 'type', ...clientFieldNames.map((name) => clientFields[name].column)].map((name) => `c.${name}`);

const find = lookUp(
  'client_find',
  ['text'],
  `SELECT ${columns.join(', ')}, ARRAY(
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
 * Reads clients from the table `clients`. Clients that oidc-provider registers itself (dynamic registration, off by default)
 * are stored as records. Their secrets are stored as hashes, too.
 */
export function clientStore(pool: Pool): Adapter {
  const registered = recordStore(pool, 'Client');
  /**
   * The metadata with the hash of the secret. When a client changes its registration, oidc-provider saves it without a secret
   * or with the stored hash: then it keeps its secret.
   */
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
      const row = await runBatched<ClientRow>(pool, find, [id]);
      return row ? toMetadata(row) : registered.find(id);
    },
    async upsert(id, metadata, expiresIn) {
      // A client must not set these fields itself: it could become first-party, or join a tenant.
      const payload = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownNames.has(name)));
      return registered.upsert(id, { ...payload, ...(await secretOf(id, payload['client_secret'])) }, expiresIn);
    },
  };
}

function toMetadata(row: ClientRow): AdapterPayload {
  const metadata: Record<string, unknown> = {
    client_id: row.id,
    // oidc-provider accepts client_secret_post as well as client_secret_basic. A public client has no secret.
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
  // With this field the logout token names the session that ended. Otherwise it names only the user, who may have others.
  if (row.backchannel_logout_uri !== null) metadata['backchannel_logout_session_required'] = true;
  // Without this field oidc-provider would allow the client every scope.
  if (row.type !== 'MACHINE' || row.scopes.length > 0) metadata['scope'] = row.scopes.join(' ') || 'openid';
  // oidc-provider requires a secret for a confidential client. If all secrets have expired, 'none' matches no secret.
  if (row.type !== 'SPA') metadata['client_secret'] = row.secret_hashes[0] ?? 'none';
  return metadata as AdapterPayload;
}
