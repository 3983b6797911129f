import test from 'ava';
import { inTransaction } from '../../src/locks/in-transaction.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

test('two transactions that wait for each other both happen: the one that PostgreSQL ends is run again', async (t) => {
  const data = ['one', 'two'].map((slug) => ({ slug, name: slug }));
  const ids = (await database.db.tenant.createManyAndReturn({ data })).map(({ id }) => id);
  let waiting = 0;
  let open: (() => void) | undefined;
  const bothHoldOne = new Promise<void>((resolve) => {
    open = resolve;
  });
  let finish: (() => void) | undefined;
  const oneHasHappened = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let attempts = 0;
  const lockBoth = async (order: string[]) => {
    await inTransaction(database.db, async (tx) => {
      attempts += 1;
      // Otherwise it could get its first lock again before the other one wakes up, and both would wait once more.
      if (attempts > 2) await oneHasHappened;
      for (const id of order) {
        await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
        waiting += 1;
        if (waiting === 2) open?.();
        await bothHoldOne;
      }
    });
    finish?.();
  };
  await t.notThrowsAsync(Promise.all([lockBoth(ids), lockBoth([...ids].reverse())]));
  t.is(attempts, 3);
});

test('what fails for another reason is not tried again', async (t) => {
  let attempts = 0;
  const failing = inTransaction(database.db, async () => {
    attempts += 1;
    throw new Error('40001 people came');
  });
  await t.throwsAsync(failing, { message: '40001 people came' });
  t.is(attempts, 1);
});
