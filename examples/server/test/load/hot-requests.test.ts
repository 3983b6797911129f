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
}
const root = new URL('../../../../../', import.meta.url);
const hot = (await import(new URL('bench/hot-request-costs.mjs', root).href)) as HotRequests;
const recorded = hot.recordedCosts();

test('the busiest requests take the recorded statements and round trips: else change bench/hot-requests.json', async (t) => {
  const counted = new Map((await countStatements()).map(({ request, ...costs }) => [request, costs]));
  const found = Object.fromEntries(Object.keys(recorded).map((request) => [request, counted.get(request)]));
  const expected = Object.entries(recorded).map(([request, { cpu, ...costs }]) => [request, costs]);
  t.deepEqual(found, Object.fromEntries(expected));
  t.is(expected.length, 12);
});
