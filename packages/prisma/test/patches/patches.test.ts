import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import test from 'ava';
import pg from 'pg';
import { PrismaClient } from '../../src/generated/client.js';
import type { PatchedSymbol, Read } from '../../src/patches/patch.js';
import { patches } from '../../src/patches/patches.js';
import { reads } from '../../src/patches/reads.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const fromHere = createRequire(join(root, 'packages/prisma/package.json'));
const fromPg = createRequire(fromHere.resolve('pg'));

/** The folder of an installed package: a dependency of ours, or of pg. */
function folderOf(name: string): string {
  const entry = (name.startsWith('pg-') ? fromPg : fromHere).resolve(name);
  const folder = join('node_modules', name);
  return entry.slice(0, entry.lastIndexOf(folder + sep) + folder.length);
}

const packageOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');
const pathOf = (file: string) => join(folderOf(packageOf(file)), file.slice(packageOf(file).length + 1));
const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as { version: string }).version;

/** Prisma and pg as they are installed, without patches. They open no connection before they are used. */
const pool = new pg.Pool();
const instances: unknown = { db: new PrismaClient({ adapter: new PrismaPg(pool) }), pool, client: new pg.Client() };

const propertyOf = (owner: unknown, name: string): unknown =>
  owner instanceof Object ? (owner as Record<string, unknown>)[name] : undefined;

/** Returns what is wrong with a symbol, or undefined if it is as the patch expects. */
function problemOf({ path, shape, reads, file }: PatchedSymbol): string | undefined {
  if (shape === 'source')
    return reads && readFileSync(pathOf(file), 'utf8').includes(reads) ? undefined : `does not contain ${reads}`;
  const found = path.split('.').reduce(propertyOf, instances);
  if (found === undefined) return 'is not there';
  if (shape === 'object') return found instanceof Object ? undefined : 'is not an object';
  if (typeof found !== 'function') return 'is not a function';
  if (found.length !== shape.parameters) return `has ${found.length} parameters, not ${shape.parameters}`;
  // The bundles of the whole suite use double quotes.
  const source = String(found).replaceAll('"', "'");
  return reads && !source.includes(reads) ? `does not read ${reads}` : undefined;
}

const messageOf = ({ name, file, why }: Read, { path, file: source }: PatchedSymbol, problem: string) =>
  `${path} of ${packageOf(source)} ${versionOf(packageOf(source))} ${problem}. ${name} in ${file} replaces or relies on it: ` +
  `${why} Look at ${source} of the installed version and adapt the patch.`;

const all: readonly Read[] = [...patches, ...reads];

for (const patch of all) {
  test(`what ${patch.name} patches or reads exists in the installed Prisma and pg and has the expected shape`, (t) => {
    t.true(patch.symbols.length > 0);
    for (const symbol of patch.symbols) {
      const problem = problemOf(symbol);
      if (problem) t.fail(messageOf(patch, symbol, problem));
    }
  });
}

test('a symbol that is gone or has another shape is found', (t) => {
  const problem = (path: string, shape: PatchedSymbol['shape'], reads?: string) =>
    problemOf({ path, shape, file: 'pg/lib/client.js', ...(reads ? { reads } : {}) });
  t.is(problem('client.ask', { parameters: 1 }), 'is not there');
  t.is(problem('server.query', { parameters: 1 }), 'is not there');
  t.is(problem('client.query', { parameters: 2 }), 'has 3 parameters, not 2');
  t.is(problem('client.connection', { parameters: 0 }), 'is not a function');
  t.is(problem('client.port', 'object'), 'is not an object');
  t.is(problem('client.query', { parameters: 3 }, 'this.nothing'), 'does not read this.nothing');
  t.is(problem('query', 'source', 'no such text'), 'does not contain no such text');
  const messages = patches.flatMap((patch) => patch.symbols.map((symbol) => messageOf(patch, symbol, 'is not there')));
  t.regex(messages[0] ?? '', /^db\.\$transaction of @prisma\/client \d+\.\d+\.\d+ is not there\. joinTransactions in/u);
});

test('the adapter of Prisma and our pool use the same pg', (t) => {
  t.is(createRequire(fromHere.resolve('@prisma/adapter-pg')).resolve('pg'), fromHere.resolve('pg'));
});

test('every entry of the list names a function or class of its file, and no two have one name', (t) => {
  for (const { name, file } of all) {
    t.true(existsSync(join(root, file)), file);
    t.regex(readFileSync(join(root, file), 'utf8'), new RegExp(`export (?:async )?(?:function|class) ${name}\\b`, 'u'));
  }
  const names = all.map(({ name }) => name);
  t.deepEqual([...new Set(names)], names);
});

/** The list itself, and that of oidc-provider, which has clients as well. */
const lists = ['packages/prisma/src/patches/', 'packages/runtime/src/provider/patches/'];

/** The source files of all packages and examples. `testing` is only for tests. */
function* sources(): Generator<{ file: string; text: string }> {
  for (const parent of ['packages', 'examples']) {
    for (const name of readdirSync(join(root, parent))) {
      const folder = join(root, parent, name, 'src');
      if (name === 'testing' || !existsSync(folder)) continue;
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.tsx?$/u.test(path) || path.split(sep).includes('generated')) continue;
        const file = [parent, name, 'src', ...path.split(sep)].join('/');
        if (!lists.some((list) => file.startsWith(list))) yield { file, text: readFileSync(join(root, file), 'utf8') };
      }
    }
  }
}
const filesWith = (pattern: RegExp) => [...sources()].filter(({ text }) => pattern.test(text)).map(({ file }) => file);

const owner = String.raw`\b(?:db|tx|prisma|pool|client|connection)`;
const changes = [
  // Assigns a member of a client, pool or connection.
  String.raw`${owner}\.(?:\$\w+|query|connect|end|release|_\w+) = `,
  String.raw`Object\.(?:assign|definePropert(?:y|ies))\(${owner}\b`,
  String.raw`Reflect\.(?:set|defineProperty)\(${owner}\b`,
  String.raw`\b(?:PrismaClient|Pool|Client|Connection)\.prototype\b`,
  // Overrides methods in a class of its own.
  String.raw`extends (?:pg\.)?(?:Pool|Client|PrismaClient|PrismaPg)\b`,
  // Prisma's own way to change its client.
  String.raw`\.\$extends\(`,
].join('|');

test('nothing but the patches changes a member of Prisma or pg', (t) => {
  const listed = patches.map(({ file }) => file);
  t.deepEqual(filesWith(new RegExp(changes, 'u')).sort(), listed.sort());
});

test('nothing but the patches and reads uses internals of Prisma or pg', (t) => {
  const listed = new Set(all.map(({ file }) => file));
  const internals = new RegExp(
    String.raw`\binternalsOf\b|${owner}\._(?!count|sum|min|max|avg)\w|@prisma/client/runtime`,
    'u',
  );
  t.deepEqual(
    filesWith(internals).filter((file) => !listed.has(file)),
    [],
  );
});

test('the pattern finds a change', (t) => {
  for (const line of [
    'db.$transaction = (work) => work();',
    'client.query = watched as typeof client.query;',
    'pool.connect = () => undefined;',
    'Object.assign(client, { query });',
    'pg.Client.prototype.query = query;',
    'class MyPool extends pg.Pool {',
  ])
    t.regex(line, new RegExp(changes, 'u'));
  t.notRegex('this.query = query; ctx.query = {}; const query = client.query.bind(client);', new RegExp(changes, 'u'));
});
