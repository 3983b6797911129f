import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import argon2 from 'argon2';
import test from 'ava';
import { signIn } from '../../src/credentials/check-password.js';
import { needsRehash, verifyPassword } from '../../src/credentials/password-hash.js';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { addUser, password } from '../support/add-user.js';

let database: OpenTestDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const ip = '192.0.2.1';
const wrong = 'wrong horse battery';

function attempt(email: string, changes: { password?: string; ip?: string } = {}) {
  return signIn(database.db, createSignInLimiter(database.pool), { email, password, ip, ...changes });
}

test('the right password opens the account', async (t) => {
  const userId = await addUser(database.db, 'right@acme.test');
  t.deepEqual(await attempt('right@acme.test'), { userId, epoch: 0 });
});

test('wrong password, unknown address, deleted account and account without a password are refused alike', async (t) => {
  await addUser(database.db, 'wrong@acme.test');
  await addUser(database.db, 'deleted@acme.test', { deletedAt: new Date() });
  await addUser(database.db, 'sso-only@acme.test', { passwordHash: null });
  t.is(await attempt('wrong@acme.test', { password: wrong }), undefined);
  t.is(await attempt('nobody@acme.test'), undefined);
  t.is(await attempt('deleted@acme.test'), undefined);
  t.is(await attempt('sso-only@acme.test'), undefined);
  t.is(await attempt('sso-only@acme.test', { password: '' }), undefined);
});

test('an address in another case or Unicode form opens the same account', async (t) => {
  const userId = await addUser(database.db, 'Zoe\u0308@Acme.test');
  for (const email of ['zo\u00EB@acme.test', 'ZOE\u0308@ACME.TEST', ' zoë@acme.test ', 'ｚｏë@acme.test']) {
    t.deepEqual(await attempt(email), { userId, epoch: 0 }, email);
  }
});

test('wrong passwords count together however the address is written', async (t) => {
  await addUser(database.db, 'spelling@acme.test');
  const spellings = ['spelling@acme.test', 'SPELLING@acme.test', 'ｓpelling@acme.test', ' spelling@ACME.test'];
  for (let index = 0; index < 10; index += 1) {
    await attempt(spellings[index % spellings.length] ?? '', { password: wrong });
  }
  t.is(await attempt('spelling@acme.test'), undefined);
});

test('a sign-in makes a hash of older parameters anew', async (t) => {
  const old = await argon2.hash(password, { type: argon2.argon2id, memoryCost: 8_192, timeCost: 2, parallelism: 1 });
  const userId = await addUser(database.db, 'rehash@acme.test', { passwordHash: old });
  const stored = async () => (await database.db.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash ?? '';

  t.is(await attempt('rehash@acme.test', { password: wrong }), undefined);
  t.is(await stored(), old, 'a wrong password changes nothing');

  t.deepEqual(await attempt('rehash@acme.test'), { userId, epoch: 0 });
  const renewed = await stored();
  t.false(needsRehash(renewed));
  t.true(await verifyPassword(renewed, password));

  t.deepEqual(await attempt('rehash@acme.test'), { userId, epoch: 0 });
  t.is(await stored(), renewed, 'once is enough');
});

test('twenty right passwords at once all get in, also after nine wrong ones', async (t) => {
  const userId = await addUser(database.db, 'clumsy@acme.test');
  await Promise.all(Array.from({ length: 9 }, () => attempt('clumsy@acme.test', { password: wrong })));
  const results = await Promise.all(Array.from({ length: 20 }, () => attempt('clumsy@acme.test')));
  t.deepEqual(
    results,
    results.map(() => ({ userId, epoch: 0 })),
  );
});

test('a right password lets its owner be wrong ten times anew', async (t) => {
  const userId = await addUser(database.db, 'forgetful@acme.test');
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: 9 }, () => attempt('forgetful@acme.test', { password: wrong })));
    t.deepEqual(await attempt('forgetful@acme.test'), { userId, epoch: 0 });
  }
});

test('after 100 wrong passwords at once over two processes not even the right one opens, there and for that account only', async (t) => {
  const victim = await addUser(database.db, 'victim@acme.test');
  const neighbour = await addUser(database.db, 'neighbour@acme.test');
  const script = fileURLToPath(new URL('../support/try-passwords.js', import.meta.url));
  const guesses = Array.from({ length: 50 }, (_, index) => `guess number ${index}`);
  const runProcess = () =>
    promisify(execFile)(process.execPath, [script, database.url, 'victim@acme.test', ip, ...guesses]);
  const outputs = await Promise.all([runProcess(), runProcess()]);
  t.deepEqual(
    outputs.map(({ stdout }) => stdout),
    ['0', '0'],
  );

  t.is(await attempt('victim@acme.test'), undefined);
  t.deepEqual(await attempt('neighbour@acme.test'), { userId: neighbour, epoch: 0 }, 'others at the same address');
  t.deepEqual(
    await attempt('victim@acme.test', { ip: '192.0.2.2' }),
    { userId: victim, epoch: 0 },
    'the owner elsewhere',
  );
});
