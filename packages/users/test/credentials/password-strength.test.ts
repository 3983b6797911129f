import test from 'ava';
import { checkPasswordStrength } from '../../src/credentials/password-strength.js';

const strong = 'violet harbor engine 77';

for (const [title, password, ownData] of [
  ['too short', 'short1!', []],
  ['too long', 'x'.repeat(257), []],
  ['common', 'password1234', []],
  ['made of the own name', 'lovelace1815', ['Ada Lovelace', 'ada1815@people.test']],
] as const)
  test(`a password that is ${title} is WEAK_PASSWORD`, async (t) => {
    await t.throwsAsync(checkPasswordStrength(password, ownData), { code: 'WEAK_PASSWORD' });
  });

test('a strong password is taken', async (t) => {
  await t.notThrowsAsync(checkPasswordStrength(strong, ['Ada Lovelace']));
});

test('the event loop goes on while a password is looked at', async (t) => {
  // The first password loads the dictionaries.
  await checkPasswordStrength(strong, []);
  let rounds = 0;
  setImmediate(() => {
    rounds += 1;
  });
  await checkPasswordStrength(`${'4@8({[</3&1!|0$5+7%'.repeat(3)}`.slice(0, 48), []);
  t.true(rounds > 0);
});

test('hostile own data of any length and number is cut, and the answer stays', async (t) => {
  const ownData = Array.from({ length: 2_000 }, (_, index) => `${index} `.repeat(500));
  await t.notThrowsAsync(checkPasswordStrength(strong, ownData));
});
