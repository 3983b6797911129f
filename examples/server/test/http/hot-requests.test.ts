import test from 'ava';
import { countStatements } from '../support/statement-counts.js';

interface Costs {
  readonly statements: number;
  readonly roundTrips: number;
  /** CPU as a multiple of what plain oidc-provider with a Map needs. */
  readonly cpu?: number;
}
interface HotRequests {
  recordedCosts(): Record<string, Costs>;
  measureHotRequests(): Promise<Record<string, number>>;
}
const root = new URL('../../../../../', import.meta.url);
const hot = (await import(new URL('bench/hot-requests.mjs', root).href)) as HotRequests;
const recorded = hot.recordedCosts();
const maxGrowth = 1.08;

test('the busiest requests take the recorded statements and round trips: else change bench/hot-requests.json', async (t) => {
  const counted = new Map((await countStatements()).map(({ request, ...costs }) => [request, costs]));
  const found = Object.fromEntries(Object.keys(recorded).map((request) => [request, counted.get(request)]));
  const expected = Object.entries(recorded).map(([request, { cpu, ...costs }]) => [request, costs]);
  t.deepEqual(found, Object.fromEntries(expected));
  t.is(expected.length, 12);
});

// Both servers run in one process of their own, so that other tests do not count.
test('the busiest requests take at most 8 % more CPU than recorded, compared with plain oidc-provider', async (t) => {
  t.timeout(900_000);
  const measured = await hot.measureHotRequests();
  const grown = Object.entries(measured).filter(
    ([request, ratio]) => ratio > (recorded[request]?.cpu ?? 0) * maxGrowth,
  );
  t.deepEqual(grown, [], JSON.stringify(measured));
  t.is(Object.keys(measured).length, 9);
});
