import test from 'ava';
import { users } from '../../src/plugin.js';

for (const deletionGraceDays of [-1, 0.5, 3651, Number.NaN, 30 * 24 * 60 * 60 * 1000]) {
  test(`a grace of ${deletionGraceDays} days is refused at start`, (t) => {
    t.throws(() => users({ deletionGraceDays }), { message: /"deletionGraceDays" of users\(\)/u });
  });
}

test('a grace of 0 days is taken, as is none', (t) => {
  t.notThrows(() => users({ deletionGraceDays: 0 }));
  t.notThrows(() => users());
});
