import test from 'ava';
import { createShortCache } from '../src/short-cache.js';

/** A cache of one second with a manual clock, which counts the calls. */
function cacheOf(milliseconds = 1000) {
  const clock = { now: 0, asked: 0 };
  const cache = createShortCache<number>(milliseconds, () => clock.now);
  const get = (key = 'key') =>
    cache.get(key, () => {
      clock.asked += 1;
      return Promise.resolve(clock.asked);
    });
  return { clock, cache, get };
}

test('an answer is used until its time is over, counted from the question', async (t) => {
  const { clock, get } = cacheOf();
  t.is(await get(), 1);
  clock.now = 999;
  t.is(await get(), 1);
  clock.now = 1000;
  t.is(await get(), 2);
});

test('an answer that takes long is no younger for it', async (t) => {
  const { clock, cache, get } = cacheOf();
  let resolveSlow: (value: number) => void = () => {};
  const slow = cache.get('key', () => new Promise((resolve) => (resolveSlow = resolve)));
  clock.now = 900;
  resolveSlow(42);
  t.is(await slow, 42);
  t.is(await get(), 42);
  clock.now = 1000;
  t.is(await get(), 1);
});

test('what was under way when everything was forgotten is not kept', async (t) => {
  const { cache, get } = cacheOf();
  let resolveSlow: (value: number) => void = () => {};
  const slow = cache.get('key', () => new Promise((resolve) => (resolveSlow = resolve)));
  cache.clear();
  resolveSlow(42);
  t.is(await slow, 42);
  t.is(await get(), 1);
});

test('a failure is not kept', async (t) => {
  const { cache, get } = cacheOf();
  await t.throwsAsync(cache.get('key', () => Promise.reject(new Error('no'))));
  t.is(await get(), 1);
});

test('no time means that every question is asked', async (t) => {
  const { get } = cacheOf(0);
  t.deepEqual(await Promise.all([get(), get()]), [1, 2]);
});

test('of more answers than it may keep, the oldest go', async (t) => {
  const { clock, get } = cacheOf();
  for (let index = 0; index <= 10_000; index += 1) await get(`key ${index}`);
  t.is(clock.asked, 10_001);
  await get('key 1');
  t.is(clock.asked, 10_001);
  await get('key 0');
  t.is(clock.asked, 10_002);
});
