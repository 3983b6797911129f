import { generateKeyPair, sign } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import argon2 from 'argon2';
import test from 'ava';
import { hashPassword, needsRehash, verifyDecoy, verifyPassword } from '../../src/credentials/password-hash.js';

test('a hash is Argon2id with 19 MiB, two passes and one lane', async (t) => {
  t.regex(await hashPassword('correct horse'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/u);
});

test('two hashes of one password differ, and both verify it', async (t) => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  t.not(first, second);
  t.true(await verifyPassword(first, 'correct horse'));
  t.true(await verifyPassword(second, 'correct horse'));
});

test('a password that differs in a single character is refused', async (t) => {
  const hash = await hashPassword('correct horse');
  for (const wrong of ['correct horsf', 'Correct horse', 'correct horse ', 'correct hors', '']) {
    t.false(await verifyPassword(hash, wrong), wrong);
  }
});

test('every character of a long password counts, in any script', async (t) => {
  const password = `${'x'.repeat(255)}é`;
  const hash = await hashPassword(password);
  t.true(await verifyPassword(hash, password));
  t.false(await verifyPassword(hash, `${'x'.repeat(255)}è`));
  const emoji = await hashPassword('пароль 🔑');
  t.true(await verifyPassword(emoji, 'пароль 🔑'));
  t.false(await verifyPassword(emoji, 'пароль 🔒'));
});

test('a hash of today needs no new one', async (t) => {
  t.false(needsRehash(await hashPassword('correct horse')));
});

test('a hash with smaller parameters still verifies and needs a new one', async (t) => {
  const smaller = [
    { memoryCost: 8_192, timeCost: 2 },
    { memoryCost: 19_456, timeCost: 3 },
  ];
  for (const parameters of smaller) {
    const old = await argon2.hash('correct horse', { type: argon2.argon2id, parallelism: 1, ...parameters });
    t.true(await verifyPassword(old, 'correct horse'));
    t.true(needsRehash(old), old);
  }
});

test('the decoy is never the password', async (t) => {
  const results = await Promise.all(['', 'password', 'correct horse', '\u0000'].map(verifyDecoy));
  t.deepEqual(results, [false, false, false, false]);
});

test('fifty hashes at once leave the event loop free', async (t) => {
  // One hash before, so that loading the library is not measured.
  await hashPassword('warm up');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await Promise.all(Array.from({ length: 50 }, (_, index) => hashPassword(`password ${index}`)));
  delay.disable();
  const milliseconds = delay.percentile(99) / 1e6;
  // One hash on the event loop would block it for 40 ms, fifty for two seconds; the limit allows for noisy machines.
  t.true(milliseconds < 200, `${milliseconds} ms`);
});

test('a token is signed before the hashes that came first', async (t) => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  let hashed = 0;
  const hashes = Array.from({ length: 12 }, async (_, index) => {
    await hashPassword(`password ${index}`);
    hashed += 1;
  });
  await promisify(sign)('sha256', Buffer.from('a token'), privateKey);
  // All twelve at once would fill libuv's four threads, and the signature would wait for the ninth.
  t.true(hashed < 8, `${hashed} hashes came first`);
  await Promise.all(hashes);
});
