import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = pathOf('docs/plugins/parts.md');
const place = /(?<=<!-- plugin-host -->\n)[\s\S]*(?=<!-- \/plugin-host -->)/u;

/** The members of a type in a source file, with the sentence above each. */
export function membersOf(path, declaration) {
  const source = readFileSync(pathOf(path), 'utf8');
  const begin = source.indexOf(declaration);
  if (begin < 0) throw new Error(`${path} has no "${declaration}".`);
  const body = source.slice(begin, source.indexOf('\n}', begin));
  return [...body.matchAll(/(?:^ {2}\/\*\* (.+) \*\/\n)?^ {2}readonly (\w+)\??:/gmu)].map(([, text, name]) => ({
    name,
    text,
  }));
}

/** The members of a plugin's host, from the types that the server is compiled with. */
export function hostMembers() {
  return [
    ...membersOf('packages/prisma/src/plugin.ts', 'export interface DatabaseServices'),
    ...membersOf('packages/core/src/plugin/plugin.ts', 'export type PluginHost<Services>'),
  ];
}

/** The names of the parts that a plugin can have. */
export function partNames() {
  return membersOf('packages/core/src/plugin/plugin.ts', 'export interface Plugin<')
    .map(({ name }) => name)
    .filter((name) => name !== 'name');
}

const rowsOf = (text) => [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gmu)].map(([, name, text]) => ({ name, text }));

/** The text that is in the page now. */
export function written() {
  const page = readFileSync(file, 'utf8');
  const [beforeRoutes] = page.replace(place, '').split('\n## ');
  return { host: rowsOf(place.exec(page)?.[0] ?? ''), parts: rowsOf(beforeRoutes).map(({ name }) => name) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = hostMembers().map(({ name, text }) => `| \`${name}\` | ${text} |`);
  const table = ['| host | what it is |', '| --- | --- |', ...rows].join('\n');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${table}\n\n`),
  );
}
