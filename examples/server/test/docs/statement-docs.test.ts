import test from 'ava';
import { countStatements, type StatementCount } from '../support/statement-counts.js';

const root = new URL('../../../../../', import.meta.url);
const docs = (await import(new URL('scripts/statement-docs.mjs', root).href)) as {
  writtenCounts(): Pick<StatementCount, 'request' | 'statements'>[];
};

test('docs/concepts/architecture.md says how many statements each request takes: else run "npm run statement-docs"', async (t) => {
  const counted = await countStatements();
  t.deepEqual(
    docs.writtenCounts(),
    counted.map(({ request, statements }) => ({ request, statements })),
  );
  t.true(counted.length > 30);
});
