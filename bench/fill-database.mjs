import pg from 'pg';
import { application, scope, web } from './fixtures.mjs';
import { machineSecret, sqlNames } from './people.mjs';

/** People, ten per tenant, each with a seat, a session, a grant and a valid token; a machine client for each tenant. */
export async function fillDatabase(databaseUrl, people) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Without triggers and foreign keys: a million rows one by one would take an hour, and these rows are consistent.
  await client.query('SET session_replication_role = replica');
  for (const fill of fillsOf(people)) await client.query(fill);
  await client.query('VACUUM ANALYZE');
  // Otherwise the first measurement would pay for pages that are still to be written.
  await client.query('CHECKPOINT');
  await client.end();
}

/** The statements that fill a database. */
export const fillsOf = (people) => [...tenantFills(people), ...tokenFills(people)];

/** The statements for people, tenants and seats, without sessions and tokens. */
export function tenantFills(people) {
  const { id, person, tenant, tenantNumber, tenantOfPerson, perTenant, ...each } = sqlNames(people);
  const licenseType = `(SELECT id FROM identity.license_types WHERE application_id = '${application.id}')`;
  return [
    `INSERT INTO identity.tenants (id, name, slug) SELECT ${tenant}, 'Tenant ' || i, 'tenant-' || i FROM ${each.tenants}`,
    `INSERT INTO identity.users (id, email, normalized_email, display_name, given_name, family_name, locale)
     SELECT ${person}, email, email, 'Person ' || i, 'Person', 'Number ' || i, 'en'
     FROM ${each.people}, LATERAL (SELECT 'person-' || i || '@people.test' AS email) named`,
    `INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT ${id(3)}, ${tenantOfPerson}, ${person} FROM ${each.people}`,
    `INSERT INTO identity.subscriptions
       (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
     SELECT ${id(4)}, ${tenant}, '${application.id}', ${licenseType}, ${perTenant * 2}, ${perTenant} FROM ${each.tenants}`,
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT ${id(5)}, ${id(4, tenantNumber)}, ${tenantOfPerson}, '${application.id}', ${person} FROM ${each.people}`,
    `INSERT INTO identity.clients (id, name, type, first_party, tenant_id, scopes)
     SELECT 'machine-' || i, 'Machine', 'MACHINE', true, ${tenant}, '{licenses:read}' FROM ${each.tenants}`,
    `INSERT INTO identity.client_secrets (id, client_id, hash)
     SELECT ${id(6)}, 'machine-' || i, sha256(('${machineSecret('')}' || i)::bytea) FROM ${each.tenants}`,
  ];
}

/** Sessions, grants and tokens with the payloads that oidc-provider stores. */
function tokenFills(people) {
  const { person, tenantNumber, tenantOfPerson, people: each } = sqlNames(people);
  const soon = "now() + interval '1 day'";
  const times = `'iat', extract(epoch FROM now())::int, 'exp', extract(epoch FROM ${soon})::int`;
  const holder = `'clientId', '${web.id}', 'accountId', ${person}, 'sessionUid', 'session-' || i, ${times}`;
  const extra = `jsonb_build_object('tenant_id', ${tenantOfPerson}, 'tenant_slug', 'tenant-' || (${tenantNumber}), 'tenant_role', 'member')`;
  return [
    `INSERT INTO identity.oidc_sessions (uid, id_hash, account_id, payload, expires_at)
     SELECT 'session-' || i, sha256(('session-' || i)::bytea), ${person}::text, '{}', ${soon} FROM ${each}`,
    `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
     SELECT 'grant-' || i, '${web.id}', ${person}::text, 'session-' || i, ${tenantOfPerson},
            jsonb_build_object('jti', 'grant-' || i, 'kind', 'Grant', ${holder}, 'tenantId', ${tenantOfPerson},
                               'openid', jsonb_build_object('scope', '${scope}')), ${soon} FROM ${each}`,
    `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
     SELECT sha256(('token-' || i)::bytea), 'AccessToken', 'grant-' || i, '${web.id}',
            jsonb_build_object('kind', 'AccessToken', ${holder}, 'scope', '${scope}', 'grantId', 'grant-' || i,
                               'gty', 'authorization_code', 'sid', 'sid-' || i, 'extra', ${extra}), ${soon} FROM ${each}`,
  ];
}
