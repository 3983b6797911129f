import test from 'ava';
import { createChangesFirst } from '../../src/locks/changes-first.js';

/** A change that runs until it is told to end. */
function openChange() {
  let end = () => {};
  const task = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, task: () => task };
}

const longerThanThisTest = 600_000;

test('a seat call waits while a change of its tenant runs, and other tenants do not', async (t) => {
  const first = createChangesFirst(longerThanThisTest);
  const { end, task } = openChange();
  const change = first.change('acme', task);
  let begun = false;
  const call = first.wait('acme')?.then(() => {
    begun = true;
  });
  t.truthy(call);
  t.is(first.wait('other'), undefined);
  t.false(begun);
  end();
  await change;
  await call;
  t.true(begun);
  t.is(first.wait('acme'), undefined);
});

test('a change that fails lets the seat calls begin', async (t) => {
  const first = createChangesFirst(longerThanThisTest);
  let call: Promise<void> | undefined;
  await t.throwsAsync(
    first.change('acme', async () => {
      call = first.wait('acme');
      throw new Error('refused');
    }),
    { message: 'refused' },
  );
  t.truthy(call);
  await t.notThrowsAsync(async () => call);
});

test('a long change keeps seat calls waiting only for a while', async (t) => {
  const first = createChangesFirst(5);
  const { end, task } = openChange();
  const change = first.change('acme', task);
  // It resolves although the change goes on.
  await first.wait('acme');
  t.is(first.wait('acme'), undefined);
  end();
  await change;
});

test('for as long as a change has held seat calls, the next one does not', async (t) => {
  let now = 0;
  const first = createChangesFirst(longerThanThisTest, () => now);
  await first.change('acme', async () => {
    now += 200;
  });
  const { end, task } = openChange();
  const change = first.change('acme', task);
  now += 199;
  t.is(first.wait('acme'), undefined);
  now += 1;
  t.truthy(first.wait('acme'));
  end();
  await change;
});
