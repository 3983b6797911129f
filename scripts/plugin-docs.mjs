import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const partsPage = 'docs/plugins/parts.md';
const servicesPage = 'docs/plugins/services.md';
const routesPage = 'docs/plugins/routes.md';
const commandsPage = 'docs/plugins/commands.md';

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
  const member = /(?:^ {2}(\/\*\*(?:(?!\*\/)[\s\S])+\*\/)\n)?^ {2}(?:readonly )?(\w+)(?:<\w+>)?\??(?:: (\w+)|[:(])/gmu;
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
  const others = [hostMembers(), services(), invocationMembers(), databaseMembers()].flat();
  return new Set([...names, ...others.map(({ name }) => name)]);
}

/** What a host offers, from the types that the server is compiled with. */
export function hostMembers() {
  return [
    ...membersOf('packages/prisma/src/plugin.ts', 'export interface DatabaseServices'),
    ...membersOf('packages/core/src/plugin/plugin.ts', 'export type PluginHost<Services>'),
  ];
}

const toolsFile = 'packages/prisma/src/command-tools.ts';

/** What the invocation of a command has. */
export const invocationMembers = () => [
  ...membersOf('packages/core/src/declarations/command.ts', 'export interface Invocation'),
  ...membersOf(toolsFile, 'export interface CommandTools<'),
];

/** What the work of a command has that opens the database. */
export const databaseMembers = () => [
  ...membersOf(toolsFile, 'export interface CommandDatabase'),
  ...membersOf(toolsFile, 'export interface CommandServer<'),
];

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

/** The tables of a page, by the name of their place in it. */
const tablesOf = {
  [partsPage]: () => ({
    'plugin-parts': table(['part', 'what it is'], rowsOf(partMembers())),
    'plugin-declarations': table(['declaration', 'what it is'], rowsOf(declaredMembers())),
    'plugin-host': table(['host', 'what it is'], rowsOf(hostMembers())),
  }),
  [servicesPage]: () => ({
    'plugin-services': table(['service', 'offered by', 'what it does'], serviceRows()),
  }),
  [routesPage]: () => ({
    'plugin-guards': table(['guard', 'what it does'], guardRows()),
  }),
  [commandsPage]: () => ({
    'command-invocation': table(['name', 'what it is'], rowsOf(invocationMembers())),
    'command-database': table(['name', 'what it is'], rowsOf(databaseMembers())),
  }),
};

/** The pages with tables. */
export const pages = Object.keys(tablesOf);

const placeOf = (name) => new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=<!-- /${name} -->)`, 'u');

/** A page as it has to be. */
export function expectedPage(path = partsPage) {
  return Object.entries(tablesOf[path]()).reduce((text, [name, rows]) => {
    if (!placeOf(name).test(text)) throw new Error(`${path} has no place for ${name}.`);
    return text.replace(placeOf(name), () => `\n${rows}\n\n`);
  }, writtenPage(path));
}

/** A page as it is. */
export function writtenPage(path = partsPage) {
  return readFileSync(pathOf(path), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const path of pages) writeFileSync(pathOf(path), expectedPage(path));
