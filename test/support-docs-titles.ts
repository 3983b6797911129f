import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocPage, root } from './support-docs.js';

/** A test that a page names as `file › title`. */
export interface NamedTest {
  file: string;
  title: string;
  line: number;
}

/** The tests a page names, wherever it does. */
export function namedTestsOf({ text }: DocPage): NamedTest[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/`([\w./-]+\.test\.tsx?)` › “([^”]+)”/gu)].map(([, file, title]) => ({
      file: String(file),
      title: String(title),
      line: index + 1,
    })),
  );
}

/** Where the tests of whole flows are; they are named without it. */
const flows = 'examples/server/test';

/** Says what is wrong with a reference, if anything. */
export function problemOf({ file, title }: NamedTest): string | undefined {
  const path = join(root, file.includes('/') ? file : `${flows}/${file}`);
  if (!existsSync(path)) return `there is no ${file}`;
  const source = readFileSync(path, 'utf8');
  const found = titlesIn(source).some((written) => fits(written.split(/\$\{[^}]*\}/u), title, source));
  return found ? undefined : `${file} has no test “${title}”`;
}

/** The titles of a test file as written; those made in a loop still hold their `${…}`. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:test|curlTest|browserTest)(?:\.serial)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/gu,
  );
  return [...calls].map(([, single, double, template]) => single?.replaceAll("\\'", "'") ?? double ?? template ?? '');
}

/** A title made in a loop is named with one of its cases, whose words are in the file, or with … in their place. */
function fits([fixed = '', ...rest]: string[], named: string, source: string): boolean {
  if (!named.startsWith(fixed)) return false;
  const open = named.slice(fixed.length);
  const [next] = rest;
  if (next === undefined) return open === '';
  for (let end = 1; end <= open.length; end += 1) {
    const words = open.slice(0, end);
    const known = words === '…' || source.includes(words);
    if (known && fits(rest, open.slice(end), source)) return true;
  }
  return false;
}
