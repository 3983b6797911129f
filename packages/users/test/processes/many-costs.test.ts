import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { signIn } from '../../src/credentials/check-password.js';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { addUser, password } from '../support/add-user.js';

test('hashes of two hundred different costs do not keep anybody from signing in', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const userId = await addUser(db, 'right@acme.test');
  // They are as expensive as those of other systems can be: to measure each of them would take minutes.
  await pool.query(`
    INSERT INTO identity.users (id, email, normalized_email, password_hash, updated_at)
    SELECT gen_random_uuid(), mail, mail, 'pbkdf2.sha256.' || 100000 + 20000 * n || '|c2FsdA|' || repeat('A', 43), now()
    FROM (SELECT n, 'p' || n || '@people.test' AS mail FROM generate_series(1, 200) n) people`);
  const limiter = createSignInLimiter(pool);
  const attempt = (email: string, typed: string) => signIn(db, limiter, { email, password: typed, ip: '192.0.2.1' });
  const wrong = ['right@acme.test', 'nobody@acme.test', 'p7@people.test'].map((email) => attempt(email, 'wrong horse'));
  // One after the other, while the wrong ones are checked and answered. RATE_LIMITED would be thrown.
  for (let signIns = 0; signIns < 10; signIns += 1)
    t.deepEqual(await attempt('right@acme.test', password), { userId, epoch: 0 });
  t.deepEqual(await Promise.all(wrong), [undefined, undefined, undefined]);
});
