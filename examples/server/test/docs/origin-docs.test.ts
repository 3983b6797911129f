import test from 'ava';
import { allEntryPoints } from '../support/all-entry-points.js';

const root = new URL('../../../../../', import.meta.url);
const docs = (await import(new URL('scripts/origin-docs.mjs', root).href)) as {
  originTable(entryPoints: readonly unknown[]): string;
  writtenTable(): string[];
  withoutLayout(table: string): string[];
};

test('docs/concepts/security.md says which sessions each entryPoint takes: else run "npm run origin-docs"', async (t) => {
  const entryPoints = await allEntryPoints();
  t.deepEqual(docs.writtenTable(), docs.withoutLayout(docs.originTable(entryPoints)));
  t.true(entryPoints.length > 300);
});
