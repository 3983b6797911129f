import { readFile } from 'node:fs/promises';
import test from 'ava';

// dist/test → the workspace's root, which is no user of the package and cannot import it by name.
const root = new URL('../../', import.meta.url);
const { errorStatus } = (await import(
  new URL('packages/core/dist/src/error-codes.js', root).href
)) as typeof import('../packages/core/src/error-codes.js');

/** The rows of the tables in docs/reference/errors.md whose first column is a code: | `SLUG_TAKEN` | 409 | … | */
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
  const missing = Object.entries(errorStatus).filter(([code, status]) => documented[code] !== status);
  t.deepEqual(missing, []);
});

test('every documented error code exists, with the documented status', async (t) => {
  const known: Record<string, number> = errorStatus;
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
