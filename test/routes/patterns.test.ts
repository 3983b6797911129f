import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { check } from 'recheck';
import { findPatterns } from '../support-patterns.js';

// Without its native and Java builds, which are not installed.
process.env['RECHECK_BACKEND'] = 'pure';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Only tests use them, and no text from outside reaches them. */
const notServed = ['packages/testing', 'packages/dev-postgres'];
const folders = ['packages', 'examples']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'src')) && existsSync(join(root, folder, 'tsconfig.json')))
  .filter((folder) => !notServed.includes(folder));

/** Patterns that may take longer than linear time, or that are not known here, and why this does no harm. */
const exceptions: Record<string, string> = {
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"\\s*(:?)/gu': 'reads valid JSON only, where each quote has its counterpart',
  '/<pre\\b.*?<\\/pre>/gsu': 'reads a page of our own, when the server starts',
  '/,(?![^(]*\\))/u': 'reads style sheets of our own, each once',
  '/\\[([^\\]]*)\\]\\([^)]*\\)/gu': 'reads a heading of a guide of our own',
  '/<[^>]+>/gu': 'reads a page of our own, when the server starts',
  '/^::(?=\\d+\\.)/u': 'begins only at the beginning; the automaton does not know lookaheads',
  '/\\/+$/u': 'reads an option, when the server starts',
  "new RegExp(pattern, 'u')": 'is a pattern of our own schemas, for examples in the API description',
  "new RegExp(`^${paths.authorization}/[\\\\w-]+$`, 'u')":
    'begins with a constant path, and its only repetition is at the end',
};

/** Without a time limit the result does not depend on the machine, and with the automaton not on chance. */
async function problemOf(source: string, flags: string): Promise<string | undefined> {
  const result = await check(source, flags, { checker: 'automaton', timeout: null });
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
}

const patterns = findPatterns(root, folders);

test('every regular expression takes linear time', async (t) => {
  t.true(patterns.length > 120, `${patterns.length} patterns`);
  const found: string[] = [];
  const checked = new Set<string>();
  for (const { source, flags, code, file } of patterns) {
    if (code in exceptions || checked.has(code)) continue;
    checked.add(code);
    const problem = source === undefined ? 'only known at run time' : await problemOf(source, flags);
    if (problem !== undefined) found.push(`${file}: ${code} is ${problem}`);
  }
  t.deepEqual(found, []);
});

test('every exception is for a pattern that exists', (t) => {
  const codes = new Set(patterns.map(({ code }) => code));
  t.deepEqual(
    Object.keys(exceptions).filter((code) => !codes.has(code)),
    [],
  );
});

test('a pattern that takes quadratic time is found', async (t) => {
  const slow = /[\p{L}\p{N}-]{2,}\.\p{L}/u;
  t.is(await problemOf(slow.source, slow.flags), '2nd degree polynomial');
});
