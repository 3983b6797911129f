import test from 'ava';

const root = new URL('../../', import.meta.url);
const { clientTable, writtenTable } = (await import(new URL('scripts/client-docs.mjs', root).href)) as {
  clientTable(): string;
  writtenTable(): string;
};
const { cellsOf } = (await import(new URL('scripts/options-docs.mjs', root).href)) as {
  cellsOf(table: string): string[][];
};

test('docs/guides/clients-and-seed.md says of every field of a client what its table says: else run "npm run client-docs"', (t) => {
  const written = cellsOf(writtenTable());
  t.deepEqual(written, cellsOf(clientTable()));
  t.true(written.some(([, field, , , machine]) => field === '`scopes`' && machine === 'yes'));
  t.true(written.length > 15);
});
