import { type ClientColumns, clientFieldNames, clientFields, pluginFieldValues } from '@org/identity-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { lookUp, runBatched } from '../fast-path/statement.js';
import type { ClientSource, ClientType } from '../generated/enums.js';
import { hashId, isStorable } from '../ids.js';
import type { AdapterFeatures } from './adapter-features.js';
import { securityMetadata } from './client-security.js';
import { exchangeGrantType } from './exchanged-token-store.js';
import { type FieldColumns, fieldColumns, storedField } from './plugin-fields.js';
import { recordStore } from './record-store.js';

interface ClientRow extends ClientColumns, FieldColumns {
  id: string;
  type: ClientType;
  tenant_slug: string | null;
  blocked_at: Date | null;
  secrets: { id: string; hash: string }[] | null;
  source: ClientSource;
  native: boolean;
  last_used_at: Date | null;
  metadata_read_at: Date | null;
  metadata_until: Date | null;
}

/** The non-standard client metadata, for oidc-provider's `extraClientMetadata`. */
export const clientMetadataNames: readonly string[] = [
  'identity_type',
  'identity_tenant_slug',
  'identity_blocked',
  'identity_secret_hashes',
  'identity_secret_ids',
  'identity_needs',
  'identity_plugin_fields',
  'identity_source',
  'identity_used_at',
  'identity_read_at',
  'identity_read_until',
  ...clientFieldNames
    .flatMap((name) => clientFields[name].metadata ?? [])
    .filter((name) => name.startsWith('identity_')),
];

const ownNames = new Set<string>(clientMetadataNames);

/** Each by name: a statement with `c.*` fails on open connections as soon as a migration adds a column. */
const columns = [
  ...['id', 'type', 'blocked_at', 'source', 'native', 'last_used_at', 'metadata_read_at', 'metadata_until'],
  ...fieldColumns,
  // Whether it is an agent is read from a table of its own.
  ...clientFieldNames.filter((name) => !('ownTable' in clientFields[name])).map((name) => clientFields[name].column),
].map((name) => `c.${name}`);

const find = lookUp(
  'client_find',
  ['text'],
  `SELECT ${columns.join(', ')}, (
     SELECT json_agg(json_build_object('id', s.id, 'hash', encode(s.hash, 'hex')) ORDER BY s.created_at DESC, s.id DESC)
     FROM identity.client_secrets s
     WHERE s.client_id = c.id AND (s.expires_at IS NULL OR s.expires_at > now())
   ) AS secrets, t.slug AS tenant_slug, EXISTS (SELECT FROM identity.agent_clients a WHERE a.client_id = c.id) AS agent
   FROM identity.clients c LEFT JOIN identity.tenants t ON t.id = c.tenant_id WHERE c.id = $1`,
);

const grantTypes: Record<ClientType, string[]> = {
  CONFIDENTIAL: ['authorization_code', 'refresh_token'],
  SPA: ['authorization_code', 'refresh_token'],
  MACHINE: ['client_credentials'],
};

/** RFC 8628, section 3.4. */
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Reads clients from the table `clients`. Clients that oidc-provider registers itself (dynamic registration, off by default)
 * are stored as records. Their secrets are stored as hashes, too.
 */
export function clientStore(pool: Pool, features: AdapterFeatures = {}): Adapter {
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
      return row ? toMetadata(row, features) : registered.find(id);
    },
    async upsert(id, metadata, expiresIn) {
      // A client must not set these fields itself: it could become first-party, or join a tenant.
      const payload = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownNames.has(name)));
      return registered.upsert(id, { ...payload, ...(await secretOf(id, payload['client_secret'])) }, expiresIn);
    },
  };
}

function toMetadata(row: ClientRow, features: AdapterFeatures): AdapterPayload {
  const secrets = row.secrets ?? [];
  const metadata: Record<string, unknown> = {
    client_id: row.id,
    // oidc-provider accepts client_secret_post as well as client_secret_basic. A public client has no secret.
    token_endpoint_auth_method: row.type === 'SPA' ? 'none' : 'client_secret_basic',
    grant_types: [
      ...grantTypes[row.type],
      ...(features.tokenExchange && row.token_exchange ? [exchangeGrantType] : []),
      ...(features.deviceFlow && row.device_flow ? [deviceGrant] : []),
    ],
    response_types: row.type === 'MACHINE' ? [] : ['code'],
    identity_type: row.type,
    // In the same order: a machine token is stored with the id of the secret that it was requested with.
    identity_secret_hashes: secrets.map(({ hash }) => hash),
    identity_secret_ids: secrets.map(({ id }) => id),
    identity_plugin_fields: pluginFieldValues(row.type, (name) => storedField(row, name)),
  };
  for (const field of clientFieldNames) {
    const { column, metadata: name } = clientFields[field];
    if (name !== null && row[column] !== null) metadata[name] = row[column];
  }
  if (row.tenant_slug !== null) metadata['identity_tenant_slug'] = row.tenant_slug;
  if (row.blocked_at !== null) metadata['identity_blocked'] = true;
  if (row.native) metadata['application_type'] = 'native';
  if (row.source !== 'MANUAL') Object.assign(metadata, foreignMetadata(row));
  // With this field the logout token names the session that ended. Otherwise it names only the user, who may have others.
  if (row.backchannel_logout_uri !== null) metadata['backchannel_logout_session_required'] = true;
  // Without this field oidc-provider would allow the client every scope.
  if (row.type !== 'MACHINE' || row.scopes.length > 0) metadata['scope'] = scopesOf(row, features) || 'openid';
  // oidc-provider requires a secret for a confidential client. If all secrets have expired, 'none' matches no secret.
  if (row.type !== 'SPA' && row.auth_method === null) metadata['client_secret'] = secrets[0]?.hash ?? 'none';
  return { ...metadata, ...securityMetadata(row) } as AdapterPayload;
}

const scopesOf = ({ scopes }: ClientRow, { scopes: known }: AdapterFeatures) =>
  scopes.filter((scope) => known?.has(scope) ?? true).join(' ');

/** Of a client that nobody has entered by hand: where it comes from, and its times in milliseconds. */
function foreignMetadata({ source, last_used_at, metadata_read_at, metadata_until }: ClientRow) {
  return {
    identity_source: source,
    ...(last_used_at ? { identity_used_at: last_used_at.getTime() } : {}),
    ...(metadata_read_at ? { identity_read_at: metadata_read_at.getTime() } : {}),
    ...(metadata_until ? { identity_read_until: metadata_until.getTime() } : {}),
  };
}
