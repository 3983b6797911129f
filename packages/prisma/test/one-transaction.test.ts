import { randomUUID } from 'node:crypto';
import test from 'ava';
import { inTransaction } from '../src/connection/transactions.js';
import { createEventBus } from '../src/event-bus.js';
import { afterCommit, inOneTransaction, noteMail } from '../src/one-transaction.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const events = createEventBus();

const addTenant = (slug: string) => {
  const { db } = database;
  return inTransaction(db, async (tx) => {
    const { id } = await tx.tenant.create({ data: { slug, name: slug } });
    const actor = { kind: 'system', id: null } as const;
    await events.publish(tx, { type: 'tenant.created', tenantId: id, actor, subjectId: id, data: { slug } });
    noteMail({ kind: 'welcome', to: `${slug}@people.test` });
    return id;
  });
};
const exists = async (...slugs: string[]) =>
  (await database.db.tenant.count({ where: { slug: { in: slugs } } })) === slugs.length;
const newSlug = () => `t-${randomUUID()}`;

test('all transactions of the work are kept, or none', async (t) => {
  const [one, two] = [newSlug(), newSlug()];
  const work = async () => [await addTenant(one), await addTenant(two)];
  const dropped = await inOneTransaction(database.db, work, () => false);
  t.false(dropped.kept);
  t.is(await database.db.tenant.count({ where: { slug: { in: [one, two] } } }), 0);

  const kept = await inOneTransaction(database.db, work, () => true);
  t.true(kept.kept);
  t.is(kept.result.length, 2);
  t.true(await exists(one, two));
});

test('the outcome is known before the decision: events and mails in order', async (t) => {
  const [one, two] = [newSlug(), newSlug()];
  const decided: unknown[] = [];
  const { outcome } = await inOneTransaction(
    database.db,
    async () => [await addTenant(one), await addTenant(two)],
    (ids, seen) => {
      decided.push(ids.length, seen.events.length, seen.mails.length);
      return false;
    },
  );
  t.deepEqual(decided, [2, 2, 2]);
  t.deepEqual(
    outcome.events.map(({ data }) => data['slug']),
    [one, two],
  );
  t.deepEqual(
    outcome.mails.map(({ to }) => to),
    [`${one}@people.test`, `${two}@people.test`],
  );
});

test('a transaction of the work that fails takes back only what it did itself', async (t) => {
  const slug = newSlug();
  const other = newSlug();
  const { outcome } = await inOneTransaction(
    database.db,
    async () => {
      await addTenant(slug);
      await t.throwsAsync(addTenant(slug), { code: 'P2002' });
      await t.throwsAsync(
        inTransaction(database.db, async (tx) => {
          await tx.tenant.create({ data: { slug: other, name: other } });
          throw new Error('given up');
        }),
        { message: 'given up' },
      );
    },
    () => true,
  );
  t.is(outcome.events.length, 1);
  t.is(outcome.mails.length, 1);
  t.true(await exists(slug));
  t.false(await exists(other));
});

test('work that fails leaves nothing, and its error is the answer', async (t) => {
  const slug = newSlug();
  const work = async () => {
    await addTenant(slug);
    throw new Error('too late');
  };
  await t.throwsAsync(
    inOneTransaction(database.db, work, () => true),
    { message: 'too late' },
  );
  t.false(await exists(slug));
});

test('what waits for the commit happens after it, and never without it', async (t) => {
  const seen: string[] = [];
  afterCommit(() => seen.push('outside'));
  const note = (name: string) => async () => afterCommit(() => seen.push(name));
  await inOneTransaction(database.db, note('rolled back'), () => false);
  await inOneTransaction(database.db, note('committed'), () => seen.push('decided') > 0);
  t.deepEqual(seen, ['outside', 'decided', 'committed']);
});

test('two transactions at once are refused, since they would share one connection', async (t) => {
  const work = () => Promise.all([addTenant(newSlug()), addTenant(newSlug())]);
  await t.throwsAsync(
    inOneTransaction(database.db, work, () => true),
    { message: 'Two transactions at once cannot share one transaction.' },
  );
});

test('what goes on after the work has a transaction of its own', async (t) => {
  const slug = newSlug();
  let later: Promise<unknown> | undefined;
  let start: (() => void) | undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await inOneTransaction(
    database.db,
    async () => {
      later = started.then(() => addTenant(slug));
    },
    () => false,
  );
  start?.();
  await later;
  t.true(await exists(slug));
});
