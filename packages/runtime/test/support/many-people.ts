import { createHash } from 'node:crypto';
import { divideEvents, fillTables } from '@org/identity-dev-postgres';
import pg from 'pg';

const many = 100_000;
const numbers = `generate_series(1, ${many}) i`;
const uuid = (prefix: string) => `lpad('${prefix}' || to_hex(i), 32, '0')::uuid`;
const user = uuid('a');
const email = "'user-' || i || '@people.test'";
const hash = (prefix: string) => `sha256(('${prefix}' || i)::bytea)`;
const later = "now() + interval '1 day'";
const tenant = "lpad('7' || to_hex(1 + i % 1000), 32, '0')::uuid";

const fills: Record<string, string> = {
  tenants: `(id, name, slug) SELECT ${uuid('7')}, 'tenant', 'tenant-' || i FROM generate_series(1, 1001) i`,
  users: `(id, email, normalized_email) SELECT ${user}, ${email}, ${email} FROM ${numbers}`,
  memberships: `(id, tenant_id, user_id) SELECT ${uuid('b')}, ${tenant}, ${user} FROM ${numbers}`,
  seats: `(id, subscription_id, tenant_id, application_id, user_id)
    SELECT ${uuid('c')}, ${uuid('1')}, ${tenant}, ${uuid('2')}, ${user} FROM ${numbers}`,
  subscriptions: `(id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
    SELECT ${uuid('1')}, ${tenant}, ${uuid('2')}, ${uuid('3')}, 1, 1 FROM ${numbers}`,
  applications: `(id, name) SELECT ${uuid('2')}, 'application-' || i FROM ${numbers}`,
  license_types: `(id, application_id, slug, name) SELECT ${uuid('3')}, ${uuid('2')}, 'type', 'Type' FROM ${numbers}`,
  invitations: `(id, tenant_id, email, normalized_email, secret_hash, expires_in_days, expires_at, invited_by_id)
    SELECT ${uuid('d')}, ${tenant}, ${email}, ${email}, ${hash('invitation')}, 7, ${later}, ${user} FROM ${numbers}`,
  events: `(id, type, actor_kind, actor_id, subject_id)
    SELECT ${uuid('e')}, 'profile.updated', 'user', ${user}::text, ${user}::text FROM ${numbers}`,
  outgoing_mails: `(id, encrypted_message, recipient_hash, mentioned_hash)
    SELECT ${uuid('f')}, '\\x00', ${hash('mail')}, ${hash('named')} FROM ${numbers}`,
  oidc_sessions: `(uid, account_id, payload, expires_at)
    SELECT 'session-' || i, ${user}::text, '{}', ${later} FROM ${numbers}`,
  oidc_grants: `(id, client_id, account_id, payload, expires_at)
    SELECT 'grant-' || i, 'client', ${user}::text, '{}', ${later} FROM ${numbers}`,
  oidc_tokens: `(id_hash, kind, grant_id, client_id, payload, expires_at)
    SELECT ${hash('token')}, 'AccessToken', 'grant-' || i, 'client', '{}', ${later} FROM ${numbers}`,
  oidc_records: `(id_hash, model, account_id, hint_hash, payload, expires_at)
    SELECT ${hash('record')}, 'Interaction', ${user}::text, ${hash('hint')}, '{}', ${later} FROM ${numbers}`,
  consents: `(user_id, client_id) SELECT ${user}, 'client' FROM ${numbers}`,
  logout_notices: `(client_id, account_id) SELECT 'client', ${user}::text FROM ${numbers}`,
  rate_limits: `(key, points) SELECT 'signin_account:' || i, 1 FROM ${numbers}`,
  email_changes: `(user_id, new_email, normalized_email, secret_hash, expires_at)
    SELECT ${user}, 'new-' || i, 'new-' || i, ${hash('change')}, ${later} FROM ${numbers}`,
  password_resets: `(user_id, secret_hash, expires_at) SELECT ${user}, ${hash('reset')}, ${later} FROM ${numbers}`,
  second_factor_links: `(user_id, secret_hash, expires_at)
    SELECT ${user}, ${hash('factor')}, ${later} FROM ${numbers}`,
  email_verifications: `(user_id, normalized_email, secret_hash, expires_at)
    SELECT ${user}, ${email}, ${hash('verification')}, ${later} FROM ${numbers}`,
  sso_links: `(id, user_id, provider, issuer, subject)
    SELECT ${uuid('4')}, ${user}, 'GOOGLE', 'issuer', 'subject-' || i FROM ${numbers}`,
  sso_attempts: `(secret_hash, provider, user_id, normalized_email, expires_at)
    SELECT ${hash('attempt')}, 'GOOGLE', ${user}, ${email}, ${later} FROM ${numbers}`,
  account_keeps: `(user_id, secret_hash, interaction, expires_at)
    SELECT ${user}, ${hash('keep')}, 'x', ${later} FROM ${numbers}`,
  registrations: `(secret_hash, email, normalized_email, password_hash, interaction_uid, expires_at)
    SELECT ${hash('registration')}, ${email}, ${email}, 'x', 'x', ${later} FROM ${numbers}`,
  email_codes: `(secret_hash, interaction_uid, email, normalized_email, user_id, epoch, code_hash, expires_at)
    SELECT ${hash('email-code')}, 'code-' || i, ${email}, ${email}, ${user}, 0, '\\x00', ${later} FROM ${numbers}`,
  totp: `(user_id, encrypted_secret) SELECT ${user}, '\\x00' FROM ${numbers}`,
  recovery_codes: `(user_id, code_hash) SELECT ${user}, ${hash('code')} FROM ${numbers}`,
  passkeys: `(id, user_id, credential_id, public_key, name)
    SELECT ${uuid('5')}, ${user}, 'credential-' || i, '\\x00', 'Passkey' FROM ${numbers}`,
  passkey_challenges: `(challenge_hash, place, user_id, expires_at)
    SELECT ${hash('challenge')}, 'x', ${user}, ${later} FROM ${numbers}`,
};

/** The tables with 100,000 rows: no statement may read one of them as a whole. */
export const largeTables: ReadonlySet<string> = new Set(Object.keys(fills).filter((table) => table !== 'tenants'));

/** Returns the id of the user with this number, as the database creates it. */
export const userIdOf = (number: number) =>
  `a${number.toString(16)}`.padStart(32, '0').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/u, '$1-$2-$3-$4-$5');

/** Gives each of 100,000 users a row in every table with personal data. */
export async function fillWithPeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await divideEvents(client, ['00000000-0000-0000-0000-0000000e8000', '00000000-0000-0000-0000-000000e14000']);
  await fillTables(
    client,
    Object.entries(fills).map(([table, fill]) => `INSERT INTO identity.${table} ${fill}`),
  );
  await client.query('SET default_statistics_target = 1000');
  await client.query('ANALYZE');
  await client.end();
}

/** Adds events of one user. */
export async function addEvents(databaseUrl: string, userId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const marker = createHash('sha256').update(userId).digest('hex').slice(0, 8);
  await client.query(
    `INSERT INTO identity.events (id, type, actor_kind, actor_id, subject_id)
     SELECT ('${marker}' || lpad(to_hex(i), 24, '0'))::uuid, 'profile.updated', 'user', $1,
            CASE WHEN i % 2 = 0 THEN $1 END FROM generate_series(1, $2::int) i`,
    [userId, count],
  );
  await client.query('ANALYZE identity.events');
  await client.end();
}
