import { divideEvents, fillTables } from '@org/identity-dev-postgres';
import type { OpenDatabase } from '@org/identity-prisma';

export const uuid = (prefix: string, number: string | number = 'i') =>
  `lpad('${prefix}' || to_hex(${number}), 32, '0')::uuid`;
export const numbers = (count: number) => `generate_series(1, ${count}) i`;
export const idOf = (prefix: string, number: number): string =>
  (prefix + number.toString(16)).padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

/** Where the events are divided, as they would be by months. */
const eventBounds = [idOf('9', 50_000), idOf('b', 30_000), idOf('9', 100_000), idOf('b', 99_000)];

/** The tenant with a hundred thousand members. */
export const large = idOf('7', 1);
/** One of 150 tenants with a thousand members each, so that no tenant is so large that reading the whole table would be right. */
export const small = idOf('7', 2);
/** An owner of the large tenant and of twenty small ones. */
export const ownerId = idOf('a', 1);
/** The membership of the `number`-th member of a tenant. */
export const membershipOf = (tenantId: string, number: number): string =>
  tenantId === large ? idOf('c', number) : idOf('d', 150 * number);
/** A pending invitation of a tenant, for multiples of 4; in the large tenant, multiples of 8 have expired. */
export const invitationOf = (tenantId: string, number: number): string =>
  tenantId === large ? idOf('e', number) : idOf('f', 150 * number);
/** The secret in the link of that invitation. */
export const secretOf = (tenantId: string, number: number): string =>
  tenantId === large ? `secret-${number}` : `other-${150 * number}`;

// Every 100th member is suspended, every 101st is invited, every 10th is an admin.
const status = "CASE WHEN i % 100 = 0 THEN 'SUSPENDED' WHEN i % 101 = 0 THEN 'INVITED' ELSE 'ACTIVE' END";
const role = "CASE WHEN i <= 3 THEN 'owner' WHEN i % 10 = 0 THEN 'admin' ELSE 'member' END";
const invitationStatus = "(ARRAY['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'])[1 + i % 4]";
const eventType = "(ARRAY['member.added', 'member.removed', 'invitation.created', 'member.suspended'])[1 + i % 4]";
const invitation = 'id, tenant_id, email, normalized_email, status, secret_hash, expires_in_days, expires_at';
// 26 given names and 10,000 family names.
const givenName = "chr(65 + i % 26) || 'nna'";
const familyName = "'Zed' || i % 10000";
const email = "'new-' || i || '@people.test'";
// Spread over all tenants, as in a real service.
const other = uuid('7', '2 + 120 * (i % 150)');

const fills = [
  `INSERT INTO identity.tenants (id, name, slug) SELECT ${uuid('7')}, 'Tenant', 'tenant-' || i FROM ${numbers(20_000)}`,
  `INSERT INTO identity.tenant_images (tenant_id, kind, type, hash, content)
   SELECT id, 'logo', 'png', sha256(slug::bytea), '\\x00' FROM identity.tenants`,
  `INSERT INTO identity.held_slugs (slug, held_until)
   SELECT 'gone-' || i, now() + i * interval '1 minute' FROM ${numbers(5_000)}`,
  `INSERT INTO identity.users (id, email, normalized_email, display_name, given_name, family_name)
   SELECT ${uuid('a')}, 'user-' || i || '@people.test', 'user-' || i || '@people.test',
          ${givenName} || ' ' || ${familyName}, ${givenName}, ${familyName} FROM ${numbers(120_000)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role, status)
   SELECT ${uuid('c')}, ${uuid('7', 1)}, ${uuid('a')}, (${role})::identity.role,
          (${status})::identity.membership_status FROM ${numbers(100_000)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role)
   SELECT ${uuid('8')}, ${uuid('7', '2 + 120 * ((i - 1) % 20)')}, ${uuid('a', '1 + (i - 1) / 20')}, 'owner'
   FROM ${numbers(60)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id)
   SELECT ${uuid('d')}, ${other}, ${uuid('a', '10 + i % 119000')} FROM ${numbers(150_000)}`,
  // Every other tenant has an owner and an event, so that there are counters of many tenants.
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role)
   SELECT ${uuid('6')}, ${uuid('7')}, ${uuid('a', '111000 + i % 1000')}, 'owner'
   FROM ${numbers(20_000)} WHERE i > 1 AND i % 120 <> 2`,
  `INSERT INTO identity.events (id, type, tenant_id, actor_kind)
   SELECT ${uuid('5')}, 'tenant.created', ${uuid('7')}, 'user' FROM ${numbers(20_000)} WHERE i > 1 AND i % 120 <> 2`,
  `INSERT INTO identity.invitations (${invitation}, invited_by_id)
   SELECT ${uuid('e')}, ${uuid('7', 1)}, ${email}, ${email}, (${invitationStatus})::identity.invitation_status,
          sha256(('secret-' || i)::bytea), 7,
          now() + CASE WHEN i % 8 = 0 THEN interval '-1 day' ELSE interval '1 day' END + i * interval '1 ms', ${uuid('a', 1)}
   FROM ${numbers(5_000)}`,
  `INSERT INTO identity.invitations (${invitation}, invited_by_id)
   SELECT ${uuid('f')}, ${other}, ${email}, ${email}, (${invitationStatus})::identity.invitation_status,
          sha256(('other-' || i)::bytea), 7, now() + interval '1 day' + i * interval '1 ms', ${uuid('a', 1)}
   FROM ${numbers(15_000)}`,
  `INSERT INTO identity.events (id, type, tenant_id, actor_kind)
   SELECT ${uuid('b')}, ${eventType}, ${uuid('7', 1)}, 'user' FROM ${numbers(100_000)}`,
  `INSERT INTO identity.events (id, type, tenant_id, actor_kind)
   SELECT ${uuid('9')}, ${eventType}, ${other}, 'user' FROM ${numbers(150_000)}`,
  `INSERT INTO identity.oidc_grants (id, client_id, account_id, tenant_id, payload, expires_at)
   SELECT 'grant-' || i, 'client', (${uuid('a')})::text, ${uuid('7', 1)}, '{}', now() + interval '1 day'
   FROM ${numbers(20_000)}`,
  // Otherwise triggers fill these tables.
  'SELECT identity.recount_members()',
  'SELECT identity.rebuild_member_words()',
  'SELECT identity.recount_events()',
];

/** Fills a database like that of a busy service, and updates the planner's statistics. */
export async function fillLargeTenants({ pool }: OpenDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    await divideEvents(client, eventBounds);
    await fillTables(client, fills);
    // As autovacuum does soon after: it also marks the pages for index-only scans.
    // Statistics of all rows instead of a sample, so that plans do not depend on the sample.
    await client.query('SET default_statistics_target = 1000');
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}
