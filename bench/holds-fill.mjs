import { fillTables } from '../packages/dev-postgres/dist/src/index.js';
import { tenant } from './fixtures.mjs';

const id = (number) => `019a0000-0000-7000-8000-0000000e${String(number).padStart(4, '0')}`;
const applications = { ruled: id(1), full: id(2) };
const types = { ruled: id(11), full: id(12) };

/** What is filled, by name: two subscriptions, of which one is full, and two webhooks with as many deliveries each. */
export const ids = {
  ruled: id(21),
  full: id(22),
  webhooks: [id(31), id(32)],
  rule: { applicationId: applications.ruled, licenseTypeId: types.ruled },
  reduce: (members) => ({ quantity: members / 2, onExcess: 'release' }),
};

/** Fills the tenant: members, seats for half of them, seats that all of them hold, and deliveries of two webhooks. */
export async function fillTenant(client, { members, deliveries }) {
  const uuid = (prefix, number = 'i') => `lpad('${prefix}' || to_hex(${number}), 32, '0')::uuid`;
  const people = `generate_series(1, ${members}) i`;
  const series = `generate_series(1, ${deliveries}) i`;
  const ofBoth = (row) => Object.keys(types).map((name) => row(name));
  await fillTables(client, [
    ...ofBoth(
      (name) => `INSERT INTO identity.applications (id, name) VALUES ('${applications[name]}', 'Holds ${name}')`,
    ),
    ...ofBoth(
      (name) => `INSERT INTO identity.license_types (id, application_id, slug, name)
        VALUES ('${types[name]}', '${applications[name]}', 'pro', 'Pro')`,
    ),
    `INSERT INTO identity.users (id, email, normalized_email)
     SELECT ${uuid('a')}, 'user-' || i || '@people.test', 'user-' || i || '@people.test' FROM ${people}`,
    `INSERT INTO identity.memberships (id, tenant_id, user_id, joined_at)
     SELECT ${uuid('c')}, '${tenant.id}', ${uuid('a')}, now() - interval '300 days' + i * interval '1 minute' FROM ${people}`,
    `INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, quantity_assigned)
     VALUES ('${ids.ruled}', '${tenant.id}', '${applications.ruled}', '${types.ruled}', ${members / 2}, 0),
            ('${ids.full}', '${tenant.id}', '${applications.full}', '${types.full}', ${members}, ${members})`,
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id, assigned_at, last_used_at)
     SELECT ${uuid('e')}, '${ids.full}', '${tenant.id}', '${applications.full}', ${uuid('a')}, now() - interval '200 days',
            CASE WHEN i % 3 = 0 THEN now() - (i * 7919 % 100000) * interval '1 minute' END FROM ${people}`,
    `INSERT INTO identity.seat_periods (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at)
     SELECT id, tenant_id, application_id, '${types.full}', subscription_id, user_id, assigned_at FROM identity.seats
     WHERE subscription_id = '${ids.full}'`,
    ...ids.webhooks.map(
      (webhook) => `INSERT INTO identity.webhooks (id, tenant_id, url, events, secret)
        VALUES ('${webhook}', '${tenant.id}', 'https://receiver.example.test', '{*}', '\\x00')`,
    ),
    ...ids.webhooks.map(
      (webhook, number) => `INSERT INTO identity.webhook_deliveries
         (id, webhook_id, event_id, horizon, seq, type, status, attempts, finished_at)
       SELECT ${uuid(`d${number}`)}, '${webhook}', ${uuid('f')}, i, i, 'seat.granted', 'DELIVERED', 1, now() FROM ${series}`,
    ),
    'SELECT identity.rebuild_member_words()',
    'SELECT identity.recount_members()',
  ]);
  await client.query('VACUUM ANALYZE');
}
