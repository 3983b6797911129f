import test from 'ava';
import { EnvironmentError, readEnvironment } from '../../src/index.js';

const secret = 'a secret for tests only, of more than 32 characters';
const other = 'another secret, with spaces and commas, which is long enough';

test('IDENTITY_OTHER_SECRETS has one secret per line, with the rules of IDENTITY_SECRET', (t) => {
  const othersOf = (value: string) =>
    readEnvironment({ IDENTITY_SECRET: secret, IDENTITY_OTHER_SECRETS: value }).otherSecrets;
  t.deepEqual(othersOf(''), []);
  t.deepEqual(othersOf(other), [other]);
  t.deepEqual(othersOf(`${other}\r\n${secret}\n`), [other, secret]);
  for (const [value, reason] of [
    ['short', /^IDENTITY_OTHER_SECRETS must have at least 32 characters/u],
    [`${other}\nshort`, /^IDENTITY_OTHER_SECRETS must have at least 32 characters/u],
    [Array.from({ length: 4 }, () => other).join('\n'), /^IDENTITY_OTHER_SECRETS must have at most 3 secrets/u],
  ] as const) {
    const error = t.throws(() => othersOf(value), { instanceOf: EnvironmentError, message: reason });
    t.false(error.message.includes(other));
  }
});
