import { fillTables } from '@org/identity-dev-postgres';
import test from 'ava';
import { openTestDatabase } from '../src/index.js';

const tenants = (slug: string) =>
  `INSERT INTO identity.tenants (id, name, slug) SELECT gen_random_uuid(), 'Tenant', ${slug} FROM generate_series(1, 5) i`;

test('filled tables have all their indexes and check the next row', async (t) => {
  const { pool, db } = await openTestDatabase(t);
  const client = await pool.connect();
  await fillTables(client, [tenants("'tenant-' || i")]);
  client.release();
  const { rows } = await pool.query('SELECT FROM pg_index WHERE NOT indisvalid OR NOT indisready');
  t.deepEqual(rows, []);
  t.is(await db.tenant.count(), 5);
  await t.throwsAsync(pool.query(tenants("'tenant-1'")), { code: '23505' });
});

test('rows with the same key are refused when the tables are filled', async (t) => {
  const { pool } = await openTestDatabase(t);
  const client = await pool.connect();
  t.teardown(() => client.release());
  await t.throwsAsync(fillTables(client, [tenants("'same'")]), { code: '23505' });
});
