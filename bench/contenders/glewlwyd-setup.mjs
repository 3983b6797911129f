import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { machine } from '../fixtures.mjs';

const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/pgsql';
const program = '/usr/bin/glewlwyd';
export const plugin = 'oidc';

/** Whether Debian's package is installed. */
export const hasGlewlwyd = existsSync(program) && existsSync(tables);

/** Creates glewlwyd's tables, its OIDC plugin with a key, a scope and a machine client. Returns the public key. */
export async function setUpGlewlwyd(databaseUrl, issuer) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(tables, 'utf8'));
  await client.query("INSERT INTO g_scope (gs_name, gs_password_required) VALUES ('licenses:read', 0)");
  await client.query(
    `INSERT INTO g_client_module_instance (gcmi_module, gcmi_order, gcmi_name, gcmi_parameters)
     VALUES ('database', 0, 'database', $1)`,
    [JSON.stringify({ 'use-glewlwyd-connection': true, 'data-format': properties })],
  );
  await client.query(
    `INSERT INTO g_plugin_module_instance (gpmi_module, gpmi_name, gpmi_parameters) VALUES ('oidc', $1, $2)`,
    [plugin, JSON.stringify(parameters(`${issuer}/api/${plugin}`, privateKey))],
  );
  await client.query(
    `WITH client AS (INSERT INTO g_client (gc_client_id, gc_confidential) VALUES ($1, 1) RETURNING gc_id),
          scope AS (INSERT INTO g_client_scope (gcs_name) VALUES ('licenses:read') RETURNING gcs_id),
          allowed AS (INSERT INTO g_client_scope_client (gc_id, gcs_id) SELECT gc_id, gcs_id FROM client, scope)
     INSERT INTO g_client_property (gc_id, gcp_name, gcp_value)
     SELECT gc_id, name, value FROM client,
       (VALUES ('authorization_type', 'client_credentials'), ('token_endpoint_auth_method', 'client_secret_basic'),
               ('client_secret', $2)) property (name, value)`,
    [machine.id, machine.secret],
  );
  await client.end();
  return publicKey.export({ format: 'jwk' });
}

const [one, list] = [false, true].map((multiple) => ({ multiple, read: true, write: true }));
// The secret in plain text, the faster of its two ways: a hash would be bcrypt at every request, and half as fast.
const properties = { authorization_type: list, token_endpoint_auth_method: list, client_secret: one };

function parameters(iss, privateKey) {
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'rsa' };
  return {
    iss,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'jwks-show': true,
    'access-token-duration': 600,
    'refresh-token-duration': 86_400,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'allow-non-oidc': true,
    'auth-type-client-enabled': true,
    'auth-type-code-enabled': false,
    'auth-type-token-enabled': false,
    'auth-type-implicit-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-refresh-enabled': false,
    'auth-type-none-enabled': false,
    'auth-type-device-enabled': false,
    'introspection-revocation-allowed': false,
    'register-client-allowed': false,
    'request-parameter-allow': false,
  };
}
