import { database } from './cli-tests.js';

/** Ids begin with this, and end with one digit. */
export const id = '019b0000-0000-7000-8000-00000000000';
/** The only user of the database. */
export const ann = async () => database.db.user.findUniqueOrThrow({ where: { normalizedEmail: 'ann@people.test' } });
const emailOf = (number: number) => `lost-${number}@people.test`;

/** What is broken, by which statements, how it is repaired, and an example that the check must name. */
export const breaks: [check: string, broken: string, repaired: string, example: () => Promise<string>][] = [
  [
    'schema',
    'ALTER TABLE identity.memberships DISABLE TRIGGER memberships_count_added',
    'ALTER TABLE identity.memberships ENABLE TRIGGER memberships_count_added',
    async () => 'trigger memberships_count_added of identity.memberships',
  ],
  [
    'schema',
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'identity.users_erase_at_idx'::regclass`,
    'REINDEX INDEX identity.users_erase_at_idx',
    async () => 'index identity.users_erase_at_idx',
  ],
  [
    'schema',
    'ALTER TABLE identity.seats ADD CONSTRAINT later CHECK (assigned_at IS NOT NULL) NOT VALID',
    'ALTER TABLE identity.seats DROP CONSTRAINT later',
    async () => 'constraint later of identity.seats',
  ],
  [
    'foreign-keys',
    `INSERT INTO identity.recovery_codes (user_id, code_hash) VALUES ('${id}1', '\\x00')`,
    'DELETE FROM identity.recovery_codes',
    async () => `recovery_codes_user_id_fkey: ${id}1`,
  ],
  [
    'grants',
    `INSERT INTO identity.oidc_grants (id, client_id, account_id, payload, expires_at)
     VALUES ('lost', 'spa', '${id}1', '{}', now() + interval '1 day')`,
    'DELETE FROM identity.oidc_grants',
    async () => 'lost',
  ],
  [
    'sessions',
    `INSERT INTO identity.oidc_sessions (uid, public_id, account_id, payload, expires_at)
     VALUES ('lost', '${id}2', '${id}1', '{}', now() + interval '1 day')`,
    'DELETE FROM identity.oidc_sessions',
    async () => `${id}2`,
  ],
  [
    'event-counts',
    `INSERT INTO identity.event_counts (tenant_id, type, count) VALUES ('${id}3', 'seat.granted', 7)`,
    'SELECT identity.recount_events()',
    async () => `${id}3 seat.granted`,
  ],
  [
    'active-key',
    `UPDATE identity.signing_keys SET published_until = now() + interval '1 day', active_from = now() + interval '1 hour'`,
    `UPDATE identity.signing_keys SET published_until = NULL, active_from = now() - interval '1 hour'`,
    async () => 'no key signs tokens',
  ],
  [
    'signing-keys',
    `UPDATE identity.signing_keys SET public_jwk = public_jwk || '{"n": "another"}', derives_keys = false`,
    '',
    async () => (await database.db.signingKey.findFirstOrThrow()).kid,
  ],
  [
    'queued-mail',
    `INSERT INTO identity.outgoing_mails (id, encrypted_message) VALUES ('${id}4', '\\x01')`,
    'DELETE FROM identity.outgoing_mails',
    async () => `${id}4`,
  ],
  [
    'user-counts',
    `INSERT INTO identity.user_counts (status, count) VALUES ('DISABLED', 1)`,
    'SELECT identity.recount_users()',
    async () => 'DISABLED',
  ],
  [
    'user-words',
    'DELETE FROM identity.user_words',
    'SELECT identity.rebuild_user_words()',
    async () => (await ann()).id,
  ],
  [
    'user-words',
    `INSERT INTO identity.user_words (user_id, word, status) SELECT id, 'zebra', 'ACTIVE' FROM identity.users`,
    'SELECT identity.rebuild_user_words()',
    async () => (await ann()).id,
  ],
  [
    'user-words',
    `UPDATE identity.user_words SET status = 'DELETED'`,
    'SELECT identity.rebuild_user_words()',
    async () => (await ann()).id,
  ],
  [
    'second-factors',
    'UPDATE identity.users SET mfa_enabled = true',
    'UPDATE identity.users SET mfa_enabled = false',
    async () => (await ann()).id,
  ],
  [
    'totp-secrets',
    `INSERT INTO identity.totp (user_id, encrypted_secret) SELECT id, '\\x0102' FROM identity.users`,
    'DELETE FROM identity.totp',
    async () => (await ann()).id,
  ],
  [
    'tenant-owners',
    `INSERT INTO identity.tenants (id, name, slug) VALUES ('${id}5', 'Lost', 'lost')`,
    `DELETE FROM identity.tenants WHERE slug = 'lost'`,
    async () => `${id}5`,
  ],
  [
    'member-counts',
    'UPDATE identity.member_counts SET count = count + 1',
    'SELECT identity.recount_members()',
    async () => `${(await database.db.tenant.findFirstOrThrow()).id} owner ACTIVE`,
  ],
  [
    'group-counts',
    `INSERT INTO identity.groups (id, tenant_id, name, name_key, member_count)
     SELECT '${id}9', id, 'Sales', 'sales', 1 FROM identity.tenants LIMIT 1`,
    `DELETE FROM identity.groups WHERE id = '${id}9'`,
    async () => `${id}9`,
  ],
  [
    'member-words',
    'DELETE FROM identity.member_words',
    'SELECT identity.rebuild_member_words()',
    async () => (await database.db.membership.findFirstOrThrow()).id,
  ],
  [
    'member-words',
    `UPDATE identity.member_words SET role = 'member'`,
    'SELECT identity.rebuild_member_words()',
    async () => (await database.db.membership.findFirstOrThrow()).id,
  ],
  [
    'invited-members',
    `INSERT INTO identity.users (id, email, normalized_email) VALUES ('${id}6', '${emailOf(6)}', '${emailOf(6)}');
     INSERT INTO identity.memberships (id, tenant_id, user_id, status) SELECT '${id}7', id, '${id}6', 'INVITED' FROM identity.tenants`,
    `DELETE FROM identity.memberships WHERE id = '${id}7'; DELETE FROM identity.users WHERE id = '${id}6'`,
    async () => `${id}7`,
  ],
  [
    'seat-counts',
    `INSERT INTO identity.license_types (id, application_id, slug, name) SELECT '${id}8', id, 'pro', 'Pro' FROM identity.applications;
     INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
     SELECT '${id}9', t.id, a.id, '${id}8', 2, 1 FROM identity.tenants t, identity.applications a`,
    'DELETE FROM identity.subscriptions; DELETE FROM identity.license_types',
    async () => `${id}9`,
  ],
  [
    'seat-periods',
    `INSERT INTO identity.seat_periods (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at)
     SELECT '${id}a', id, id, id, id, id, now() FROM identity.tenants LIMIT 1`,
    'DELETE FROM identity.seat_periods',
    async () => `${id}a`,
  ],
  [
    'reservation-periods',
    `INSERT INTO identity.reservation_periods (id, tenant_id, application_id, subscription_id, started_at, expires_at)
     SELECT '${id}b', id, id, id, now(), now() FROM identity.tenants LIMIT 1`,
    'DELETE FROM identity.reservation_periods',
    async () => `${id}b`,
  ],
  [
    'subscription-terms',
    `INSERT INTO identity.subscription_terms
       (subscription_id, tenant_id, application_id, license_type_id, quantity, status, starts_at, started_at)
     SELECT '${id}c', id, id, id, 1, 'ACTIVE', now(), now() FROM identity.tenants LIMIT 1`,
    'DELETE FROM identity.subscription_terms',
    async () => `${id}c`,
  ],
];
