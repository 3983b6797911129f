import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DocPage, root } from './support-docs.js';

/** A test that a page names as `file › title`. */
export interface NamedTest {
  file: string;
  title: string;
  line: number;
}

/** Returns all tests that a page names. */
export function namedTestsOf({ text }: DocPage): NamedTest[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/`([\w./-]+\.test\.tsx?)` › “([^”]+)”/gu)].map(([, file, title]) => ({
      file: String(file),
      title: String(title),
      line: index + 1,
    })),
  );
}

/** The folder of the end-to-end tests. They are in subfolders by subject; pages name them without a folder. */
const flows = join(root, 'examples/server/test');

/** Returns the paths of a test file that is named without a folder. There is one, because their names are unique. */
function pathsOf(name: string): string[] {
  return readdirSync(flows, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === name)
    .map((file) => join(flows, file));
}

/** Returns what is wrong with a reference, and undefined if it is correct. */
export function problemOf({ file, title }: NamedTest): string | undefined {
  const [path, second] = file.includes('/') ? [join(root, file)] : pathsOf(file);
  if (path === undefined || !existsSync(path)) return `there is no ${file}`;
  if (second !== undefined) return `there are several files named ${file}`;
  const source = readFileSync(path, 'utf8');
  const words = `${source}${supportOf(path, source)}`;
  const found = titlesIn(source).some((written) => fits(written.split(/\$\{[^}]*\}/u), title, words));
  return found ? undefined : `${file} has no test “${title}”`;
}

/** Returns the support files that a test file imports. They contain tables of cases that several files share. */
function supportOf(path: string, source: string): string {
  return [...source.matchAll(/ from '(\.{1,2}\/[^']*support\/[^']+)\.js'/gu)]
    .map(([, name]) => readFileSync(join(dirname(path), `${name}.ts`), 'utf8'))
    .join('');
}

/** Returns the titles of a test file as they are written. Titles from a loop still contain `${…}`. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:test|curlTest|browserTest)(?:\.serial)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/gu,
  );
  return [...calls].map(([, single, double, template]) => single?.replaceAll("\\'", "'") ?? double ?? template ?? '');
}

/** A page names a title from a loop with the words of one case, which are in the file or its support files, or with "…". */
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
