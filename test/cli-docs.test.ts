import { readFile } from 'node:fs/promises';
import test from 'ava';

const root = new URL('../../', import.meta.url);
const docs = (await import(new URL('scripts/cli-docs.mjs', root).href)) as {
  reference(): Promise<string>;
  written(): string;
};
const { commands } = (await import(
  new URL('packages/server/dist/src/cli/commands.js', root).href
)) as typeof import('../packages/server/src/cli/commands.js');

test('docs/reference/cli-reference.md has the help of every command: else run "npm run cli-docs"', async (t) => {
  t.is(docs.written(), await docs.reference());
});

test('no line of a help text is wider than 120 columns', async (t) => {
  t.deepEqual(
    (await docs.reference()).split('\n').filter((line) => line.length > 120),
    [],
  );
});

test('docs/reference/cli.md names every command, and no other', async (t) => {
  const page = await readFile(new URL('docs/reference/cli.md', root), 'utf8');
  const [table = ''] = page.split('## Which database');
  const rows = [...table.matchAll(/^\| `([a-z -]+?)(?: <[^`]*)?`\s*\|/gmu)].map(([, name = '']) => name);
  t.deepEqual(rows.toSorted(), Object.keys(commands).toSorted());
});
