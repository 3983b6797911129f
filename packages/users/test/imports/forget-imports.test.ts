import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { forgetImports } from '../../src/imports/import-work.js';

const day = 24 * 60 * 60 * 1000;

test('an import and its report are kept for 30 days after its end', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const add = async (endedDaysAgo: number | undefined) => {
    const endedAt = endedDaysAgo === undefined ? null : new Date(Date.now() - endedDaysAgo * day);
    const status = endedAt ? 'DONE' : 'RUNNING';
    const { id } = await db.import.create({ data: { status, endedAt, actorKind: 'system', leaseUntil: new Date() } });
    await db.importLine.create({ data: { importId: id, line: 1, result: 'CREATED' } });
    return id;
  };
  const kept = [await add(29), await add(undefined)];
  await add(31);
  await forgetImports({ pool });
  const imports = await db.import.findMany({ select: { id: true } });
  t.deepEqual(imports.map(({ id }) => id).sort(), kept.sort());
  const lines = await db.importLine.findMany({ select: { importId: true } });
  t.deepEqual(lines.map(({ importId }) => importId).sort(), kept.sort());
});
