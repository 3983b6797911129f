import { IdentityError } from '@org/identity-core';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { createSignInLimiter, defaultSignInLimits, type SignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { tryAt } from '../support/try-at.js';

const email = 'owner@acme.test';
const ip = '192.0.2.1';

test('right passwords at once never count as wrong ones, in any limit and over two pools', async (t) => {
  const database = await openTestDatabase(t);
  const limits = { ...defaultSignInLimits, triesPerAccountAndAddress: 2, triesPerAddress: 3, triesPerAccount: 4 };
  const limiters = [createSignInLimiter(database.pool, limits), createSignInLimiter(database.openAgain().pool, limits)];
  const right = (count: number, from: (index: number) => { email: string; ip: string }) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => tryAt(limiters[index % 2] as SignInLimiter, from(index), true)),
    );
  const allowed = (count: number) => Array.from({ length: count }, () => 'allowed');
  await tryAt(limiters[0] as SignInLimiter, { email, ip });
  t.deepEqual(await right(40, () => ({ email, ip })), allowed(40), 'of one account from one network');
  t.deepEqual(await right(40, (index) => ({ email: `${index}@acme.test`, ip })), allowed(40), 'from one network');
  t.deepEqual(await right(40, (index) => ({ email, ip: `198.51.100.${index}` })), allowed(40), 'of one account');
  const { rows } = await database.pool.query<{ key: string; points: number; reserved: number }>(
    'SELECT key, points, reserved FROM identity.rate_limits WHERE points > 0 OR reserved > 0 ORDER BY key',
  );
  t.deepEqual(
    rows.map(({ key, points, reserved }) => [key.split(':')[0], points, reserved]),
    [
      ['signin_account', 1, 0],
      ['signin_network', 1, 0],
    ],
    'the wrong one',
  );
});

test('a try that a stopped process has left in flight counts as a wrong one after a minute', async (t) => {
  const { pool } = await openTestDatabase(t);
  const limiter = createSignInLimiter(pool, { ...defaultSignInLimits, triesPerAccountAndAddress: 2 });
  t.is(await tryAt(limiter, { email, ip }), 'allowed');
  await pool.query(
    "UPDATE identity.rate_limits SET points = points + 1, reserved = reserved + 1 WHERE key LIKE 'signin_address:%'",
  );
  await pool.query('UPDATE identity.rate_limits SET reserved_until = reserved_until - 60000');
  t.is(await tryAt(limiter, { email, ip }, true), 'wait');
  await pool.query('UPDATE identity.rate_limits SET expire = expire - 60000');
  t.is(await tryAt(limiter, { email, ip }, true), 'allowed');
});

test('a try whose comparison fails does not count', async (t) => {
  const { pool } = await openTestDatabase(t);
  const limiter = createSignInLimiter(pool);
  const compare = () => Promise.reject(new IdentityError('RATE_LIMITED', 'busy'));
  await t.throwsAsync(limiter.attempt({ email, ip }, () => Promise.resolve({ compare })));
  const { rows } = await pool.query('SELECT 1 FROM identity.rate_limits WHERE points > 0 OR reserved > 0');
  t.is(rows.length, 0);
});
