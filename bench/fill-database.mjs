import pg from 'pg';
import { application, web } from './fixtures.mjs';

const id = (prefix, number = 'i') => `('019b0000-0000-7000-8${prefix}00-' || lpad((${number})::text, 12, '0'))::uuid`;
const perTenant = 10;

/** People, ten to a tenant, each with a seat, a session, a grant and a living token. */
export async function fillDatabase(databaseUrl, people) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Neither triggers nor foreign keys: a million rows one by one would take an hour, and what is written here is whole.
  await client.query('SET session_replication_role = replica');
  for (const fill of fills(people)) await client.query(fill);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function fills(people) {
  const each = `generate_series(1, ${people}) i`;
  const tenants = `generate_series(1, ${people / perTenant}) i`;
  const tenantOfPerson = id('2', `1 + i % ${people / perTenant}`);
  const licenseType = `(SELECT id FROM identity.license_types WHERE application_id = '${application.id}')`;
  const soon = "now() + interval '1 day'";
  return [
    `INSERT INTO identity.tenants (id, name, slug) SELECT ${id('2')}, 'Tenant', 'tenant-' || i FROM ${tenants}`,
    `INSERT INTO identity.users (id, email, normalized_email, display_name)
     SELECT ${id('1')}, 'person-' || i || '@people.test', 'person-' || i || '@people.test', 'Person ' || i FROM ${each}`,
    `INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT ${id('3')}, ${tenantOfPerson}, ${id('1')} FROM ${each}`,
    `INSERT INTO identity.subscriptions
       (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
     SELECT ${id('4')}, ${id('2')}, '${application.id}', ${licenseType}, ${perTenant * 2}, ${perTenant} FROM ${tenants}`,
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT ${id('5')}, ${id('4', `1 + i % ${people / perTenant}`)}, ${tenantOfPerson}, '${application.id}', ${id('1')} FROM ${each}`,
    `INSERT INTO identity.oidc_sessions (uid, id_hash, account_id, payload, expires_at)
     SELECT 'session-' || i, sha256(('session-' || i)::bytea), ${id('1')}::text, '{}', ${soon} FROM ${each}`,
    `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
     SELECT 'grant-' || i, '${web.id}', ${id('1')}::text, 'session-' || i, ${tenantOfPerson}, '{}', ${soon} FROM ${each}`,
    `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
     SELECT sha256(('token-' || i)::bytea), 'AccessToken', 'grant-' || i, '${web.id}',
            jsonb_build_object('kind', 'AccessToken', 'clientId', '${web.id}', 'scope', 'openid'), ${soon} FROM ${each}`,
  ];
}
