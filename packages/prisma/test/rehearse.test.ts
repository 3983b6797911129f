import test from 'ava';
import { createRehearsals, inTenantTransaction, openDatabase } from '../src/index.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const tenantId = '0190a1b2-0000-7000-8000-000000000001';

/** A promise that the test resolves. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

function open(t: { teardown(close: () => Promise<void>): void }) {
  const { db, close } = openDatabase({ databaseUrl: database.url, poolSize: 8 });
  t.teardown(close);
  const change = (work: () => Promise<void>) => inTenantTransaction({ db, tenantId, locks: 'tenant' }, work);
  return { db, change, ...createRehearsals(db, 8) };
}

test('a rehearsal begins only when no change waits for its turn', async (t) => {
  const { change, rehearse } = open(t);
  const order: string[] = [];
  const first = signal();
  const second = signal();
  const running = change(() => first.given);
  const waiting = change(async () => {
    order.push('change');
    await second.given;
  });
  const rehearsed = rehearse('user 1', async () => {
    order.push('rehearsal');
  });
  first.give();
  await rehearsed;
  second.give();
  await Promise.all([running, waiting]);
  t.deepEqual(order, ['change', 'rehearsal']);
});

test('a change that was rehearsed does not wait behind rehearsals of the same user', async (t) => {
  const { rehearse, runIfExpected } = open(t);
  const release = signal();
  const begun = signal();
  const rehearsed = rehearse('user 1', async () => {
    begun.give();
    await release.given;
  });
  await begun.given;
  const { kept } = await runIfExpected(
    'user 1',
    async () => 'done',
    () => true,
  );
  t.true(kept);
  release.give();
  await rehearsed;
});
