import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../docs/concepts/architecture.md', import.meta.url));
const place = /(?<=<!-- statements -->\n)[\s\S]*(?=<!-- \/statements -->)/u;

/** The table of docs/concepts/architecture.md, from the measured counts. */
export function statementsTable(counts) {
  const rows = counts.map(({ request, statements }) => `| ${request} | ${statements} |`);
  return ['| request | statements |', '| --- | --- |', ...rows].join('\n');
}

/** The table that is in the page now: requests with their number of statements. */
export function writtenCounts() {
  const table = place.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  return [...table.matchAll(/^\| (.+?) +\| (\d+) +\|$/gmu)].map(([, request, statements]) => ({
    request,
    statements: Number(statements),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Only exist once the workspace is built.
  const { withTestDatabases } = await import('./test/with-test-databases.mjs');
  const counts = await withTestDatabases(async (databases) => {
    Object.assign(process.env, databases);
    const { countStatements } = await import('../examples/server/dist/test/support/statement-counts.js');
    return countStatements();
  });
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${statementsTable(counts)}\n\n`),
  );
}
