import { countReads, openTestDatabase, recordStatements, touchesRows } from '@org/identity-testing';
import test from 'ava';
import { listUsers } from '../../src/administration/list-users.js';

test('the few users without a second factor are found without reading all others', async (t) => {
  const database = await openTestDatabase(t);
  await database.pool.query(`
    INSERT INTO identity.users (id, email, normalized_email, mfa_enabled, updated_at)
    SELECT gen_random_uuid(), mail, mail, n % 500 <> 0, now()
    FROM (SELECT n, 'p' || n || '@people.test' AS mail FROM generate_series(1, 20000) n) people`);
  await database.pool.query('VACUUM ANALYZE identity.users');
  const again = database.openAgain();
  const statements = recordStatements(again);
  const { users, pagination } = await listUsers(again.db, { page: 1, limit: 50, lacksSecondFactor: true });
  t.deepEqual([users.length, pagination.total], [40, 40]);
  for (const statement of statements.filter(touchesRows)) {
    const { entries } = await countReads(again, statement);
    t.true(entries <= 40, `${entries} entries: ${statement.text}`);
  }
});
