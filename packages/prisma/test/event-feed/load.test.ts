import test from 'ava';
import { createLoad } from '../../src/event-feed/watch-feed.js';

/** Looks at regular times. Each has new events or not. */
function looks(
  load: ReturnType<typeof createLoad>,
  { from, every, count }: { from: number; every: number; count: number },
) {
  for (let index = 1; index <= count; index += 1) load.note(from + index * every, true);
  return from + count * every;
}

test('the load is high after some seconds of new events, and low again after some with few', (t) => {
  const load = createLoad();
  t.false(load.isHigh());
  const later = looks(load, { from: 0, every: 100, count: 30 });
  t.true(load.isHigh());
  const end = looks(load, { from: later, every: 1_000, count: 2 });
  t.true(load.isHigh(), 'a pause is not the end');
  looks(load, { from: end, every: 1_000, count: 3 });
  t.false(load.isHigh());
});

test('a few events a second are no load, however long', (t) => {
  const load = createLoad();
  looks(load, { from: 0, every: 250, count: 10_000 });
  t.false(load.isHigh());
});
