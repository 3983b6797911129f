import { IdentityError } from '@org/identity-core';
import { createEventBus } from '@org/identity-prisma';
import { noMailLimits, type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import type { Pool } from 'pg';
import { accountStore } from '../../src/administration/account-store.js';
import { signIn } from '../../src/credentials/check-password.js';
import { hashPassword } from '../../src/credentials/password-hash.js';
import { createSignInLimiter, defaultSignInLimits, type SignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { users } from '../../src/index.js';
import { createNewPasswordLimiter } from '../../src/limits/new-password-limits.js';
import { addUser, password } from '../support/add-user.js';
import { testVault } from '../support/test-vault.js';
import { tryAt } from '../support/try-at.js';

const email = 'owner@acme.test';
const ip = '192.0.2.1';
const wrong = 'wrong horse battery';
const day = 24 * 60 * 60;

/** A database for this test only: its clock can be moved without disturbing others. */
async function openFor(t: ExecutionContext): Promise<OpenTestDatabase> {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  return database;
}

/** Moves the clock of all counters forward. */
async function advance(pool: Pool, seconds: number): Promise<void> {
  await pool.query('UPDATE identity.rate_limits SET expire = expire - $1', [seconds * 1000]);
}

/** Makes `count` wrong attempts at once, and counts those that were compared. */
async function begin(limiter: SignInLimiter, count: number, attempt = { email, ip }): Promise<Record<string, number>> {
  const results = await Promise.all(Array.from({ length: count }, () => tryAt(limiter, attempt)));
  return { allowed: results.filter((result) => result === 'allowed').length, asked: count };
}

const ips = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`);

test('of 100 tries at once through two limiters on two pools ten are allowed', async (t) => {
  const database = await openFor(t);
  const limiters = [createSignInLimiter(database.pool), createSignInLimiter(database.openAgain().pool)];
  const results = await Promise.all(limiters.map((limiter) => begin(limiter, 50)));
  t.is(
    results.reduce((sum, { allowed = 0 }) => sum + allowed, 0),
    10,
  );
});

test('the wait ends, and the right password opens again', async (t) => {
  const database = await openFor(t);
  const { db, pool } = database;
  const userId = await addUser(db, email);
  const limiter = createSignInLimiter(pool);
  const tryWith = (text: string) => signIn(db, limiter, { email, password: text, ip });
  await Promise.all(Array.from({ length: 11 }, () => tryWith(wrong)));
  t.is(await tryWith(password), undefined);
  await advance(pool, 50);
  t.is(await tryWith(password), undefined, 'ten seconds too early');
  await advance(pool, 10);
  t.deepEqual(await tryWith(password), { userId, epoch: 0 });
});

test('each wait is twice as long as the one before, up to an hour', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  for (const seconds of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
    t.deepEqual(await begin(limiter, 20), { allowed: 10, asked: 20 });
    await advance(pool, seconds - 10);
    t.is(await tryAt(limiter, { email, ip }), 'wait', `${seconds} seconds are not over`);
    await advance(pool, 10);
  }
  t.is(await tryAt(limiter, { email, ip }), 'allowed');
});

test('tries during a wait do not prolong it', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  await begin(limiter, 11);
  for (let second = 0; second < 60; second += 10) {
    t.deepEqual(await begin(limiter, 15), { allowed: 0, asked: 15 });
    await advance(pool, 10);
  }
  t.is(await tryAt(limiter, { email, ip }), 'allowed');
});

test('waits begin anew after a day without one, and after a right password', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  const waitOfOneMinute = async (title: string) => {
    await begin(limiter, 11);
    t.is(await tryAt(limiter, { email, ip }), 'wait', title);
    await advance(pool, 60);
    t.is(await tryAt(limiter, { email, ip }), 'allowed', title);
  };
  await waitOfOneMinute('the first');
  await advance(pool, day);
  await waitOfOneMinute('a day later');
  await tryAt(limiter, { email, ip }, true);
  await waitOfOneMinute('after a success');
});

test('wrong tries that are a quarter of an hour old are forgotten', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  t.deepEqual(await begin(limiter, 9), { allowed: 9, asked: 9 });
  await advance(pool, 15 * 60);
  t.deepEqual(await begin(limiter, 10), { allowed: 10, asked: 10 });
});

test('an outsider at one address does not lock the owner out at another', async (t) => {
  const { db, pool } = await openFor(t);
  const userId = await addUser(db, email);
  const limiter = createSignInLimiter(pool);
  for (let round = 0; round < 5; round += 1) await begin(limiter, 100);
  const owner = { email, password, ip: '203.0.113.9' };
  t.deepEqual(await signIn(db, limiter, owner), { userId, epoch: 0 });
});

test('a hundred wrong tries from many addresses let everybody wait, the owner too, but not for long', async (t) => {
  const { db, pool } = await openFor(t);
  const userId = await addUser(db, email);
  const limiter = createSignInLimiter(pool);
  const owner = { email, password, ip: '203.0.113.9' };

  for (const ip of ips(9)) await begin(limiter, 10, { email, ip: ip });
  t.deepEqual(await signIn(db, limiter, owner), { userId, epoch: 0 }, 'ninety are not a hundred');

  await begin(limiter, 10, { email, ip: '198.51.100.200' });
  t.is(await signIn(db, limiter, owner), undefined);
  t.is(await tryAt(limiter, { email: 'other@acme.test', ip: owner.ip }), 'allowed', 'other accounts');
  await advance(pool, 50);
  t.is(await signIn(db, limiter, owner), undefined);
  await advance(pool, 10);
  t.deepEqual(await signIn(db, limiter, owner), { userId, epoch: 0 });
});

test('right passwords do not use up the tries of an account', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  for (let index = 0; index < 150; index += 1) {
    const attempt = { email, ip: `198.51.100.${index}` };
    t.is(await tryAt(limiter, attempt, true), 'allowed', String(index));
  }
});

test('an address without an account is limited like one with an account', async (t) => {
  const { db, pool } = await openFor(t);
  await addUser(db, email);
  const limiter = createSignInLimiter(pool);
  const known = await begin(limiter, 30);
  const unknown = await begin(limiter, 30, { email: 'nobody@acme.test', ip });
  t.deepEqual(unknown, known);
});

test('a deployment can set its own limits', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool, {
    ...defaultSignInLimits,
    triesPerAccountAndAddress: 3,
    firstWaitSeconds: 5,
  });
  t.deepEqual(await begin(limiter, 10), { allowed: 3, asked: 10 });
  await advance(pool, 5);
  t.is(await tryAt(limiter, { email, ip }), 'allowed');
});

test('neither email nor IP address is stored in clear', async (t) => {
  const { pool } = await openFor(t);
  await begin(createSignInLimiter(pool), 11);
  const { rows } = await pool.query('SELECT * FROM identity.rate_limits');
  t.is(rows.length, 4);
  t.notRegex(JSON.stringify(rows), /owner|acme|192\.0/u);
});

test('a forgotten account is free again at once, there and everywhere', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool, { ...defaultSignInLimits, triesPerAccount: 15 });
  await begin(limiter, 11);
  await begin(limiter, 11, { email, ip: '198.51.100.7' });
  t.is(await tryAt(limiter, { email, ip }), 'wait');
  t.is(await tryAt(limiter, { email, ip: '198.51.100.8' }), 'wait', 'the whole account waits');
  await limiter.forget({ email, ip });
  t.like(await begin(limiter, 10), { allowed: 10 });
});

test('wrong tries at many accounts from one address use up its tries, and only its own', async (t) => {
  const { pool } = await openFor(t);
  const limits = { ...defaultSignInLimits, triesPerAddress: 20 };
  const limiters = [createSignInLimiter(pool, limits), createSignInLimiter(pool, limits)] as const;
  const spray = (from: string, names: string) => {
    const tries = Array.from({ length: 30 }, (_, index) =>
      tryAt(index % 2 ? limiters[0] : limiters[1], { email: `${names}-${index}@acme.test`, ip: from }),
    );
    return Promise.allSettled(tries);
  };
  const results = await spray(ip, 'person');
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 20);
  const error = await t.throwsAsync(tryAt(limiters[0], { email: 'more@acme.test', ip }), { instanceOf: IdentityError });
  t.is(error.code, 'RATE_LIMITED');
  const wait = Number(error.headers['Retry-After']);
  t.true(wait > 9 * 60 && wait <= 10 * 60, String(wait));
  t.is(await tryAt(limiters[1], { email: 'more@acme.test', ip: '198.51.100.7' }), 'allowed', 'elsewhere');
  for (let index = 0; index < 15; index += 1) await t.throwsAsync(tryAt(limiters[0], { email: 'more@acme.test', ip }));
  await advance(pool, 10 * 60);
  t.is(
    await tryAt(limiters[1], { email: 'more@acme.test', ip }),
    'allowed',
    'ten minutes later, with all own tries left',
  );
});

test('right passwords, and tries at one account that waits already, do not use up the tries of an address', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool, { ...defaultSignInLimits, triesPerAddress: 12 });
  for (let index = 0; index < 30; index += 1) {
    const attempt = { email: `right-${index}@acme.test`, ip };
    t.is(await tryAt(limiter, attempt, true), 'allowed');
  }
  t.deepEqual(await begin(limiter, 50), { allowed: 10, asked: 50 });
  t.is(await tryAt(limiter, { email: 'other@acme.test', ip }), 'allowed');
});

test('all addresses of one IPv6 network count as one', async (t) => {
  const { pool } = await openFor(t);
  const limiter = createSignInLimiter(pool);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tryAt(limiter, { email, ip: `2001:db8:1:2:${index}::${index}` })),
  );
  t.is(results.filter((result) => result === 'allowed').length, 10);
  t.is(await tryAt(limiter, { email, ip: '2001:db8:1:3::1' }), 'allowed', 'the network beside it');
});

test('counters and links that have expired are deleted by a job of the plugin', async (t) => {
  const { db, pool } = await openFor(t);
  for (const [name, expiresAt] of [
    ['over', new Date(Date.now() - 1000)],
    ['alive', new Date(Date.now() + 60_000)],
  ] as const) {
    const userId = await addUser(db, `${name}@links.test`);
    const link = { userId, secretHash: Buffer.from(name), expiresAt };
    await db.passwordReset.create({ data: link });
    await db.emailVerification.create({ data: { ...link, normalizedEmail: name } });
    await db.emailChange.create({ data: { ...link, newEmail: name } });
  }
  const limiter = createSignInLimiter(pool);
  await begin(limiter, 11);
  await advance(pool, 2 * day);
  await tryAt(limiter, { email: 'other@acme.test', ip });
  const mails = { mail: { add: () => Promise.resolve() }, brand: { productName: 'Test' }, sendMail() {} };
  const shared = { ...mails, db, pool, events: createEventBus(), sendLogoutNotices() {} };
  const hashing = { limiter: createNewPasswordLimiter(pool), hash: hashPassword };
  const host = {
    ...shared,
    accounts: accountStore(shared, createSignInLimiter(pool), hashing),
    issuer: 'http://localhost:3000',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    fetch,
    createPost: () => () => Promise.reject(new Error('no requests here')),
    allowsPrivateNetworks: true,
    vault: testVault,
    signer: { prepare: () => Promise.reject(new Error('Nothing is signed here.')) },
    mailLimits: { max: noMailLimits, count: () => Promise.resolve() },
    notedMails: { noted: () => {}, queue: () => Promise.resolve() },
    personalData: () => [],
    signInMethods: () => [],
    connectionKinds: () => [],
    namesOf: async () => new Map(),
    services: {},
  };
  for (const job of users().setup?.(host).jobs ?? []) await job.run(new AbortController().signal);
  const { rows } = await pool.query('SELECT key FROM identity.rate_limits');
  t.is(rows.length, 3, 'the two of the account that was tried just now, and that of the address');
  const left = await Promise.all([db.passwordReset.count(), db.emailVerification.count(), db.emailChange.count()]);
  t.deepEqual(left, [1, 1, 1]);
});
