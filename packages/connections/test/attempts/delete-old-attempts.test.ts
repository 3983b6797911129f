import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { deleteOldAttempts } from '../../src/attempts/delete-old-attempts.js';

test('attempts are kept for 30 days, and at most 10,000 of a connection', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const tenant = await db.tenant.create({ data: { name: 'T', slug: `t-${randomUUID().slice(0, 8)}` } });
  const { id } = await db.connection.create({
    data: {
      tenantId: tenant.id,
      kind: 'OIDC',
      name: 'C',
      issuer: 'https://login.test',
      settings: { clientId: 'c', emailClaim: 'email', logoutAtProvider: false },
      secret: Buffer.from('s'),
    },
  });
  await pool.query(
    `INSERT INTO identity.connection_attempts (id, connection_id, at, result, reason)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1,
            now() - make_interval(days => CASE WHEN n <= 1500 THEN 31 ELSE 29 END), 'REFUSED', 'no_email'
     FROM generate_series(1, 13000) n`,
    [id],
  );
  t.is(await deleteOldAttempts(pool), 3_000);
  const { rows } = await pool.query(
    'SELECT count(*)::int AS count, min(id::text) AS first FROM identity.connection_attempts',
  );
  t.deepEqual(rows, [{ count: 10_000, first: '00000000-0000-7000-8000-000000003001' }]);
  t.is(await deleteOldAttempts(pool), 0);
});
