import pg from 'pg';

export const small = { id: '019a0000-0000-7000-8700-000000000702', members: 1_000 };
export const large = { id: '019a0000-0000-7000-8700-000000000701', members: 100_000 };

const uuid = (prefix, number = 'i') => `('019a0000-0000-7000-8${prefix}00-' || lpad((${number})::text, 12, '0'))::uuid`;
// Every tenth member is an admin, every fiftieth is suspended.
const role = "(CASE WHEN i % 10 = 0 THEN 'admin' ELSE 'member' END)::identity.role";
const status = "(CASE WHEN i % 50 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END)::identity.membership_status";
/** One large tenant and a hundred small ones whose members joined in turn, so that their rows are mixed on disk. */
export const fills = [
  `INSERT INTO identity.tenants (id, name, slug)
   SELECT ${uuid('7', '700 + i')}, 'Tenant', 'tenant-' || i FROM generate_series(1, 101) i`,
  `INSERT INTO identity.users (id, email, normalized_email, display_name)
   SELECT ${uuid('a')}, 'user-' || i || '@people.test', 'user-' || i || '@people.test', 'User ' || i
   FROM generate_series(1, ${large.members}) i`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role, status)
   SELECT ${uuid('c', 'i * 2 + other')},
          ${uuid('7', 'CASE WHEN other = 0 THEN 701 ELSE 702 + i % 100 END')}, ${uuid('a')}, ${role}, ${status}
   FROM generate_series(1, ${large.members}) i, generate_series(0, 1) other`,
  // The small tenant gets the same share of admins and suspended members as the large one.
  `UPDATE identity.memberships SET role = (CASE WHEN n % 10 = 0 THEN 'admin' ELSE 'member' END)::identity.role,
          status = (CASE WHEN n % 50 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END)::identity.membership_status
   FROM (SELECT id AS own, row_number() OVER (ORDER BY id) AS n FROM identity.memberships
         WHERE tenant_id = '${small.id}') numbered WHERE id = own`,
  'VACUUM ANALYZE',
];

/** Runs statements that take longer than the server allows for its own. */
export async function fill(databaseUrl, statements) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
