import test from 'ava';
import { allDoors } from '../support/all-doors.js';

const root = new URL('../../../../../', import.meta.url);
const docs = (await import(new URL('scripts/origin-docs.mjs', root).href)) as {
  originTable(doors: readonly unknown[]): string;
  writtenTable(): string[];
  withoutLayout(table: string): string[];
};

test('docs/concepts/security.md says which sessions each door takes: else run "npm run origin-docs"', async (t) => {
  const doors = await allDoors();
  t.deepEqual(docs.writtenTable(), docs.withoutLayout(docs.originTable(doors)));
  t.true(doors.length > 300);
});
