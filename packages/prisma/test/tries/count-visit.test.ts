import { randomUUID } from 'node:crypto';
import test from 'ava';
import { countVisit, visitLimits } from '../../src/tries/count-visit.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

const begin = (provider: string, { cause = randomUUID(), ip = '192.0.2.1', isOfTenant = true } = {}) =>
  countVisit(database.db, { provider, cause, ip, isOfTenant });
/** Sets all counters of the test to a number, except those of single sign-ins. */
const countTo = (points: number, what: string) =>
  database.pool.query('UPDATE identity.rate_limits SET points = $1 WHERE key LIKE $2', [
    points,
    `provider_visits_${what}:%`,
  ]);

test.serial('one sign-in begins so many visits, also at once, and another one goes on', async (t) => {
  const provider = randomUUID();
  const cause = randomUUID();
  const waits = await Promise.all(Array.from({ length: visitLimits.perCause + 5 }, () => begin(provider, { cause })));
  t.is(waits.filter((wait) => wait === undefined).length, visitLimits.perCause);
  t.true(waits.every((wait) => wait === undefined || (wait > 0 && wait <= 3600)));
  t.is(await begin(provider), undefined);
});

test.serial('a network that has begun too many visits does not hold up others', async (t) => {
  const provider = randomUUID();
  await begin(provider);
  await countTo(visitLimits.perNetwork, 'network');
  t.true(Number(await begin(provider)) > 0);
  t.is(await begin(provider, { ip: '198.51.100.7' }), undefined);
  t.is(await begin(randomUUID()), undefined, 'nor does it hold up the same network at another provider');
});

test.serial('what the limit of a network refuses does not count for the provider', async (t) => {
  const provider = randomUUID();
  await begin(provider);
  await countTo(visitLimits.perProvider - 1, 'provider');
  await countTo(visitLimits.perNetwork, 'network');
  for (let count = 0; count < 5; count += 1) await begin(provider);
  t.is(await begin(provider, { ip: '198.51.100.7' }), undefined, 'the last one of the provider');
  const late = () => begin(provider, { ip: '203.0.113.9' });
  for (let count = 0; count < visitLimits.perFloodedNetwork; count += 1)
    t.is(await late(), undefined, 'in a flood every network has a few');
  t.true(Number(await late()) > 0);
});

test.serial('a provider of the deployment has no limit over all networks', async (t) => {
  const provider = randomUUID();
  await begin(provider);
  await countTo(visitLimits.perProvider, 'provider');
  for (let count = 0; count < visitLimits.perFloodedNetwork; count += 1) await begin(provider);
  t.true(Number(await begin(provider)) > 0);
  t.is(await begin(provider, { isOfTenant: false }), undefined);
});
