import test from 'ava';
import { isChallenge, newChallenge } from '../../src/passkeys/challenges.js';
import { testVault } from '../support/test-vault.js';

const userId = '01890000-0000-7000-8000-000000000000';

test('a challenge counts for its purpose and its person, for an hour', (t) => {
  const where = { purpose: 'passkey:one', userId };
  const challenge = newChallenge(testVault, where);
  const after = (minutes: number) => isChallenge(testVault, challenge, where, Date.now() + minutes * 60_000);
  t.true(after(0));
  t.true(after(59));
  t.false(after(60));
  t.false(isChallenge(testVault, challenge, { purpose: 'passkey:two', userId }));
  t.false(isChallenge(testVault, challenge, { purpose: 'passkey:one' }));
  t.false(isChallenge(testVault, challenge, { ...where, userId: userId.replace('0000', '0001') }));
});

test('what is no challenge of ours never counts', (t) => {
  const where = { purpose: 'passkey:one' };
  const challenge = newChallenge(testVault, where);
  for (const other of ['', 'AAAA', 'not base64url!', challenge.slice(4)])
    t.false(isChallenge(testVault, other, where), other);
});
