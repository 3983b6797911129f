import test from 'ava';
import { uuidV7 } from '../src/ids.js';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

test('the ids of a process rise, also within a millisecond', (t) => {
  const ids = Array.from({ length: 20_000 }, () => uuidV7());
  t.deepEqual([...ids].sort(), ids);
  t.is(new Set(ids).size, ids.length);
  t.true(ids.every((id) => version7.test(id)));
});

test('an id of a given time begins with it, and does not change the ids of now', (t) => {
  const later = uuidV7(Date.parse('2199-01-01T00:00:00Z'));
  t.regex(later, version7);
  t.is(Number.parseInt(later.replaceAll('-', '').slice(0, 12), 16), Date.parse('2199-01-01T00:00:00Z'));
  t.true(uuidV7() < later);
});
