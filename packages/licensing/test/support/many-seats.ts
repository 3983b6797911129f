import { fillTables } from '@org/identity-dev-postgres';
import type { OpenDatabase } from '@org/identity-prisma';

const uuid = (prefix: string, number: string | number = 'i') => `lpad('${prefix}' || to_hex(${number}), 32, '0')::uuid`;
export const idOf = (prefix: string, number: number): string =>
  (prefix + number.toString(16)).padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

const tenants = 1_000;
/** The tenant with a hundred thousand seats; the others have twenty each. */
export const largeTenant = idOf('7', 1);
export const smallTenant = idOf('7', 2);
export const applicationId = idOf('f', 1);
export const licenseTypeId = idOf('9', 1);
export const subscriptionOf = (tenantId: string): string => (tenantId === largeTenant ? idOf('8', 1) : idOf('8', 2));
/** The user with that number; in the large tenant, those after the first hundred thousand have no seat. */
export const userOf = (tenantId: string, number: number): string =>
  idOf('a', tenantId === largeTenant ? number : number * (tenants - 1));

export const seats = 100_000;
const free = 100;
const others = 20_000;
const fills = [
  `INSERT INTO identity.applications (id, name) SELECT ${uuid('f')}, 'App ' || i FROM generate_series(1, 5) i`,
  `INSERT INTO identity.license_types (id, application_id, slug, name)
   SELECT ${uuid('9')}, ${uuid('f')}, 'pro', 'Pro' FROM generate_series(1, 5) i`,
  `INSERT INTO identity.tenants (id, name, slug)
   SELECT ${uuid('7')}, 'Tenant', 'tenant-' || i FROM generate_series(1, ${tenants}) i`,
  `INSERT INTO identity.users (id, email, normalized_email)
   SELECT ${uuid('a')}, 'user-' || i || '@people.test', 'user-' || i || '@people.test'
   FROM generate_series(1, ${seats + free}) i`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id)
   SELECT ${uuid('c')}, ${uuid('7', 1)}, ${uuid('a')} FROM generate_series(1, ${seats + free}) i`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id)
   SELECT ${uuid('d')}, ${uuid('7', `2 + i % ${tenants - 1}`)}, ${uuid('a')} FROM generate_series(1, ${others}) i`,
  `INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
   SELECT ${uuid('8')}, ${uuid('7')}, ${uuid('f', 1)}, ${uuid('9', 1)}, ${seats + free}, CASE i WHEN 1 THEN ${seats} ELSE 0 END
   FROM generate_series(1, ${tenants}) i`,
  `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
   SELECT ${uuid('e')}, ${uuid('8', 1)}, ${uuid('7', 1)}, ${uuid('f', 1)}, ${uuid('a')} FROM generate_series(1, ${seats}) i`,
  `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
   SELECT ${uuid('b')}, ${uuid('8', `2 + i % ${tenants - 1}`)}, ${uuid('7', `2 + i % ${tenants - 1}`)}, ${uuid('f', 1)}, ${uuid('a')}
   FROM generate_series(1, ${others}) i`,
  `UPDATE identity.subscriptions sub SET quantity_assigned = held.seats
   FROM (SELECT subscription_id, count(*) AS seats FROM identity.seats GROUP BY 1) held WHERE id = subscription_id`,
  // As many periods that have ended, a minute after each other, and those of the seats.
  `INSERT INTO identity.seat_periods
     (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at, ended_at, cause)
   SELECT ${uuid('1')}, ${uuid('7', 1)}, ${uuid('f', 1)}, ${uuid('9', 1)}, ${uuid('8', 1)}, ${uuid('a')},
          now() - interval '200 days' + i * interval '1 minute', now() - interval '100 days' + i * interval '1 minute', 'revoked'
   FROM generate_series(1, ${seats}) i`,
  `INSERT INTO identity.seat_periods (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at)
   SELECT seat.id, seat.tenant_id, seat.application_id, ${uuid('9', 1)}, seat.subscription_id, seat.user_id, now() - interval '1 day'
   FROM identity.seats seat`,
  'SELECT identity.rebuild_member_words()',
];

/** Fills a database like that of a busy service, and updates the planner's statistics. */
export async function fillManySeats({ pool }: OpenDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    await fillTables(client, fills);
    // As autovacuum does soon after.
    // Statistics of all rows instead of a sample, so that plans do not depend on the sample.
    await client.query('SET default_statistics_target = 1000');
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}
