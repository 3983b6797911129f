import test from 'ava';

const root = new URL('../../', import.meta.url);
const docs = (await import(new URL('scripts/options-docs.mjs', root).href)) as {
  optionsTable(): string;
  writtenTable(): string;
  cellsOf(table: string): string[][];
};

test('docs/reference/configuration.md says of every option what its schema says: else run "npm run options-docs"', (t) => {
  const written = docs.cellsOf(docs.writtenTable());
  t.deepEqual(written, docs.cellsOf(docs.optionsTable()));
  t.true(written.some(([, option, normal]) => option === '`lifetimes.accessToken`' && normal === '15 min'));
  t.true(written.length > 20);
});
