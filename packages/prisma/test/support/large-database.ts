import { createTestDatabase, fillTables, type TestDatabase } from '@org/identity-dev-postgres';
import pg from 'pg';

/** The number of rows in every table except clients and tenants. */
const many = 100_000;
const few = 1_000;

/** Tables with so many rows that a statement must not read all of them. */
export const largeTables: ReadonlySet<string> = new Set([
  'oidc_sessions',
  'oidc_grants',
  'oidc_tokens',
  'oidc_records',
  'users',
  'memberships',
  'clients',
  'client_secrets',
]);

const numbers = (count: number) => `generate_series(1, ${count}) i`;
const uuid = (prefix: string) => `lpad('${prefix}' || to_hex(i), 32, '0')::uuid`;
// One row in a hundred has expired.
const expiry = "now() + CASE WHEN i % 100 = 0 THEN interval '-1 hour' ELSE interval '1 hour' END";
const kinds = "(ARRAY['AccessToken', 'RefreshToken', 'AuthorizationCode', 'ClientCredentials'])[1 + i % 4]";
const recordModels = "(ARRAY['Interaction', 'DeviceCode', 'ReplayDetection', 'PushedAuthorizationRequest'])[1 + i % 4]";

const fills = [
  `INSERT INTO identity.tenants (id, name, slug) SELECT ${uuid('7')}, 'tenant', 'tenant-' || i FROM ${numbers(few)}`,
  `INSERT INTO identity.clients (id, name, type) SELECT 'client-' || i, 'client', 'MACHINE' FROM ${numbers(few)}`,
  `INSERT INTO identity.client_secrets (id, client_id, hash)
   SELECT gen_random_uuid(), 'client-' || 1 + i % ${few}, sha256(i::text::bytea) FROM ${numbers(2 * few)}`,
  `INSERT INTO identity.users (id, email, normalized_email)
   SELECT ${uuid('a')}, 'user-' || i, 'user-' || i FROM ${numbers(many)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id)
   SELECT gen_random_uuid(), lpad('7' || to_hex(1 + i % ${few}), 32, '0')::uuid, ${uuid('a')} FROM ${numbers(many)}`,
  `INSERT INTO identity.oidc_sessions (uid, id_hash, account_id, payload, expires_at)
   SELECT 'session-' || i, sha256(('session-' || i)::bytea), ${uuid('a')}::text, '{}', ${expiry} FROM ${numbers(many)}`,
  `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
   SELECT 'grant-' || i, 'client-' || 1 + i % ${few}, ${uuid('a')}::text, 'session-' || i,
          lpad('7' || to_hex(1 + i % ${few}), 32, '0')::uuid, '{}', ${expiry} FROM ${numbers(many)}`,
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
   SELECT sha256(('token-' || i)::bytea), ${kinds}, CASE WHEN i % 4 < 3 THEN 'grant-' || i END,
          'client-' || 1 + i % ${few}, '{}', ${expiry} FROM ${numbers(many)}`,
  `INSERT INTO identity.oidc_records (id_hash, model, uid, user_code, grant_id, payload, expires_at)
   SELECT sha256(('record-' || i)::bytea), ${recordModels}, 'uid-' || i, 'user-code-' || i, 'grant-' || i,
          '{}', ${expiry} FROM ${numbers(many)}`,
];

/** Creates a migrated database with a hundred thousand rows in each table that is large on a busy server. */
export async function createLargeDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillTables(client, fills);
  // Statistics of all rows instead of a sample, so that plans do not depend on the sample.
  await client.query('SET default_statistics_target = 1000');
  await client.query('ANALYZE');
  await client.end();
  return database;
}
