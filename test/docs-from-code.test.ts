import { readFile } from 'node:fs/promises';
import test from 'ava';

// From dist/test to the root of the workspace. The root does not depend on the packages, so it cannot import them by name.
const root = new URL('../../', import.meta.url);
const load = (path: string) => import(new URL(path, root).href);
// A process of its own: what plugins of other tests declare is not here.
await load('packages/server/dist/src/index.js');
// A plugin that hosts install by itself.
await load('packages/connections/dist/src/index.js');
const { errorStatuses, eventTypes } = (await load(
  'packages/core/dist/src/index.js',
)) as typeof import('../packages/core/src/index.js');
const { program } = (await load(
  'packages/server/dist/src/cli/program.js',
)) as typeof import('../packages/server/src/cli/program.js');
const { commands } = program;
const cli = (await load('scripts/cli-docs.mjs')) as { reference(): Promise<string>; written(): string };
const options = (await load('scripts/options-docs.mjs')) as {
  optionsTable(): string;
  writtenTable(): string;
  cellsOf(table: string): string[][];
};
const { clientTypes } = (await load('scripts/client-types.mjs')) as { clientTypes(): string };
// The types of the client are those of the built-in plugins; the pages also describe the packages that hosts add.
const types = clientTypes();
await load('packages/connections/dist/src/declared-lists.js');
await load('packages/scim/dist/src/declared-lists.js');

test('the types of the client are those of the service: else run "npm run client-types"', async (t) => {
  const kept = await readFile(new URL('packages/client/src/generated/api-types.ts', root), 'utf8');
  t.is(kept, types);
  t.regex(kept, /hasLicense: boolean/u);
});

test('docs/reference/configuration.md says of every option what its schema says: else run "npm run options-docs"', (t) => {
  const written = options.cellsOf(options.writtenTable());
  t.deepEqual(written, options.cellsOf(options.optionsTable()));
  t.true(written.some(([, option, normal]) => option === '`lifetimes.accessToken`' && normal === '15 min'));
  t.true(written.length > 20);
});

test('docs/reference/cli-reference.md has the help of every command: else run "npm run cli-docs"', async (t) => {
  t.is(cli.written(), await cli.reference());
});

test('no line of a help text is wider than 120 columns', async (t) => {
  t.deepEqual(
    (await cli.reference()).split('\n').filter((line) => line.length > 120),
    [],
  );
});

test('docs/reference/cli.md names every command, and no other', async (t) => {
  const page = await readFile(new URL('docs/reference/cli.md', root), 'utf8');
  const [table = ''] = page.split('## Which database');
  const rows = [...table.matchAll(/^\| `([a-z -]+?)(?: <[^`]*)?`\s*\|/gmu)].map(([, name = '']) => name);
  t.deepEqual(rows.toSorted(), Object.keys(commands).toSorted());
});

test('every type of event is documented, once, and no other', async (t) => {
  const page = await readFile(new URL('docs/reference/audit-events.md', root), 'utf8');
  const documented = [...page.matchAll(/^\|\s*`([a-z_]+\.[a-z_]+)`\s*\|/gmu)].map(([, type = '']) => type);
  t.deepEqual(documented.toSorted(), [...eventTypes()].toSorted());
});

/** Reads the rows of the tables in docs/reference/errors.md whose first column is a code: | `SLUG_TAKEN` | 409 | … | */
async function readDocumentedCodes(): Promise<{ code: string; status: number; text: string }[]> {
  const page = await readFile(new URL('docs/reference/errors.md', root), 'utf8');
  return [...page.matchAll(/^\|\s*`([A-Z][A-Z0-9_]*)`\s*\|\s*(\d{3})\s*\|(.*)\|\s*$/gmu)].map(
    ([, code = '', status = '', text = '']) => ({
      code,
      status: Number(status),
      text: text.replaceAll('|', ' ').trim(),
    }),
  );
}

test('every error code is documented, with its status', async (t) => {
  const documented = Object.fromEntries((await readDocumentedCodes()).map(({ code, status }) => [code, status]));
  const missing = Object.entries(errorStatuses()).filter(([code, status]) => documented[code] !== status);
  t.deepEqual(missing, []);
});

test('every documented error code exists, with the documented status', async (t) => {
  const known: Record<string, number> = errorStatuses();
  const invented = (await readDocumentedCodes()).filter(({ code, status }) => known[code] !== status);
  t.deepEqual(invented, []);
});

test('every error code is documented once, with a text', async (t) => {
  const documented = await readDocumentedCodes();
  const codes = documented.map(({ code }) => code);
  t.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
  t.deepEqual(
    documented.filter(({ text }) => text === ''),
    [],
  );
});
