import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = pathOf('docs/plugins/parts.md');

const textOf = (comment) =>
  comment
    .replaceAll(/^\s*\/?\*+\/?|\*\/\s*$/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The first sentence of a text. "e.g. `x`" does not end one. */
const firstSentence = (text) => text.split(/(?<=\.) (?=[A-Z])/u)[0] ?? '';

/** The members of a type in a source file, each with the comment above it and its type. */
export function membersOf(path, declaration) {
  const source = readFileSync(pathOf(path), 'utf8');
  const begin = source.indexOf(declaration);
  if (begin < 0) throw new Error(`${path} has no "${declaration}".`);
  const body = source.slice(begin, source.indexOf('\n}', begin));
  const member = /(?:^ {2}(\/\*\*(?:(?!\*\/)[\s\S])+\*\/)\n)?^ {2}(?:readonly )?(\w+)\??(?:: (\w+)|[:(])/gmu;
  return [...body.matchAll(member)].map(([, comment = '', name, type]) => ({ name, text: textOf(comment), type }));
}

const sourcesOfCore = () =>
  ['packages/core/src', 'packages/ui/src'].flatMap((folder) =>
    readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => `${folder}/${name}`),
  );

/** The members of an interface of `@org/identity-core`, wherever it is. */
function membersOfCore(type) {
  const declaration = new RegExp(`^export interface ${type}\\W`, 'mu');
  for (const path of sourcesOfCore()) {
    const [found] = declaration.exec(readFileSync(pathOf(path), 'utf8')) ?? [];
    if (found) return membersOf(path, found);
  }
  throw new Error(`@org/identity-core has no interface ${type}.`);
}

/** Every member of every exported interface of `@org/identity-core`, of the host and of the services. */
export function memberNames() {
  const names = sourcesOfCore().flatMap((path) =>
    [...readFileSync(pathOf(path), 'utf8').matchAll(/^export interface \w+\W/gmu)].flatMap(([declaration]) =>
      membersOf(path, declaration).map(({ name }) => name),
    ),
  );
  return new Set([...names, ...[...hostMembers(), ...services()].map(({ name }) => name)]);
}

/** What a host offers, from the types that the server is compiled with. */
export function hostMembers() {
  return [
    ...membersOf('packages/prisma/src/plugin.ts', 'export interface DatabaseServices'),
    ...membersOf('packages/core/src/plugin/plugin.ts', 'export type PluginHost<Services>'),
  ];
}

const declarationsFile = 'packages/core/src/declarations/declarations.ts';

/** The names of the parts, and what they are. */
export const partMembers = () => membersOf('packages/core/src/plugin/plugin.ts', 'export interface PluginParts<');

/** What a plugin declares. */
export const declaredMembers = () => [
  ...membersOf(declarationsFile, 'export interface DeclaredLists'),
  ...membersOf(declarationsFile, 'export interface Declarations<'),
];

/** The built-in plugin that offers each service. */
function offeredBy() {
  const plugins = ['users', 'tenants', 'licensing', 'webhooks', 'connections', 'scim'];
  return new Map(
    plugins.flatMap((plugin) => {
      const source = readFileSync(pathOf(`packages/${plugin}/src/plugin.ts`), 'utf8');
      const [, list = ''] = /\bservices: \[([^\]]*)\]/u.exec(source) ?? [];
      return [...list.matchAll(/'(\w+)'/gu)].map(([, service]) => [service, `\`${plugin}()\``]);
    }),
  );
}

const services = () => membersOf('packages/prisma/src/plugin.ts', 'export interface PluginServices');

/** Every service, with each of its functions and values. */
export function serviceRows() {
  const owners = offeredBy();
  return services().flatMap((service) => [
    [`**\`${service.name}\`**`, owners.get(service.name) ?? '', service.text],
    ...membersOfCore(service.type).map(({ name, text }) => [`\`${service.name}.${name}\``, '', firstSentence(text)]),
  ]);
}

/** The guards that routes can use: what `guards.ts` exports whose comment says whom it allows. */
export function guardRows() {
  const source = readFileSync(pathOf('packages/core/src/callers/guards.ts'), 'utf8');
  const guard =
    /^(\/\*\*(?:(?!\*\/)[\s\S])+\*\/)\nexport function (\w+)(?:<[^>]+>)?\((?:(?:principal|caller): Caller \| undefined|kind: )/gmu;
  return [...source.matchAll(guard)]
    .map(([, comment, name]) => [`\`${name}\``, firstSentence(textOf(comment))])
    .filter(([, text]) => text.startsWith('Allows '));
}

/** A table whose columns are aligned. */
function table(header, rows) {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const rowsOf = (members) => members.map(({ name, text }) => [`\`${name}\``, text]);

/** The tables of the page, by the name of their place in it. */
export function tables() {
  return {
    'plugin-parts': table(['part', 'what it is'], rowsOf(partMembers())),
    'plugin-declarations': table(['declaration', 'what it is'], rowsOf(declaredMembers())),
    'plugin-host': table(['host', 'what it is'], rowsOf(hostMembers())),
    'plugin-services': table(['service', 'offered by', 'what it does'], serviceRows()),
    'plugin-guards': table(['guard', 'what it does'], guardRows()),
  };
}

const placeOf = (name) => new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=<!-- /${name} -->)`, 'u');

/** The page as it has to be. */
export function expectedPage(page = writtenPage()) {
  return Object.entries(tables()).reduce((text, [name, rows]) => {
    if (!placeOf(name).test(text)) throw new Error(`docs/plugins/parts.md has no place for ${name}.`);
    return text.replace(placeOf(name), () => `\n${rows}\n\n`);
  }, page);
}

/** The page as it is. */
export function writtenPage() {
  return readFileSync(file, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, expectedPage());
