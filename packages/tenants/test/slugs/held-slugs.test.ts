import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { heldSlugsJob, holdSlug, isHeld } from '../../src/slugs/held-slugs.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

test('the job forgets slugs that are free again, and no others', async (t) => {
  const { db } = database;
  await holdSlug(db, 'held', 90);
  await holdSlug(db, 'free', 90);
  await holdSlug(db, 'never', 0);
  await db.heldSlug.update({ where: { slug: 'free' }, data: { heldUntil: new Date(Date.now() - 1000) } });
  const held = () => Promise.all(['held', 'free', 'never'].map((slug) => isHeld(db, slug)));
  t.deepEqual(await held(), [true, false, false]);
  await heldSlugsJob(database).run(new AbortController().signal);
  t.deepEqual(await held(), [true, false, false]);
  const left = await db.heldSlug.findMany({ where: { slug: { in: ['held', 'free', 'never'] } } });
  t.deepEqual(
    left.map(({ slug }) => slug),
    ['held'],
  );
});

test('holding a slug again starts its time anew', async (t) => {
  const { db } = database;
  await holdSlug(db, 'twice', 1);
  const first = await db.heldSlug.findUniqueOrThrow({ where: { slug: 'twice' } });
  await holdSlug(db, 'twice', 2);
  const second = await db.heldSlug.findUniqueOrThrow({ where: { slug: 'twice' } });
  t.true(second.heldUntil > first.heldUntil);
});
