import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { root, sourcesBelow } from './support-imports.js';

interface Definition {
  key: string;
  sql: string;
}
interface Described extends Definition {
  comment: string;
}
interface RulesFile {
  head: string;
  entries: Described[];
}
const script = new URL('../../scripts/database-functions.mjs', import.meta.url).href;
const { parse, readDatabase, readFiles, textOf, update } = (await import(script)) as {
  parse(text: string): RulesFile;
  readDatabase(databaseUrl: string): Promise<(Definition & { table: string | null })[]>;
  readFiles(): Record<string, RulesFile>;
  textOf(file: RulesFile): string;
  update(
    files: Record<string, RulesFile>,
    database: readonly Definition[],
  ): {
    updated: Record<string, RulesFile>;
    added: string[];
  };
};
const files = readFiles();
const entries = Object.values(files).flatMap((file) => file.entries);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

let database: Awaited<ReturnType<typeof readDatabase>>;
test.before(async () => {
  const { url, drop } = await createTestDatabase();
  database = await readDatabase(url).finally(drop);
});

const byKey = (definitions: readonly Definition[]) =>
  definitions.map(({ key, sql }) => ({ key, sql })).toSorted((one, other) => (one.key < other.key ? -1 : 1));

test('prisma/functions has each rule of a migrated database once: else run "npm run database-functions"', (t) => {
  t.deepEqual(byKey(entries), byKey(database));
  t.is(new Set(entries.map(({ key }) => key)).size, entries.length);
  const count = (kind: string) => entries.filter(({ key }) => key.startsWith(`${kind} `)).length;
  t.true(count('function') > 40 && count('trigger') > 40 && count('constraint') > 8);
});

test('the files are what the script writes', (t) => {
  const { updated, added } = update(files, database);
  t.deepEqual(added, []);
  for (const [name, file] of Object.entries(updated)) t.is(read(`prisma/functions/${name}`), textOf(file), name);
});

test('an update keeps comments and places, drops what is gone, and puts what is new beside its table', (t) => {
  const [first, second] = database.filter(({ key }) => key.startsWith('trigger seats_'));
  if (!first || !second) return t.fail('there are no triggers of seats');
  const stale = { key: 'function identity.gone', comment: '-- Gone.', sql: 'stale' };
  const known = { key: first.key, comment: '-- Mine.', sql: 'stale' };
  const before = { 'seats.sql': { head: '-- Seats.', entries: [stale, known] } };
  const { updated, added } = update(before, [second, first]);
  t.deepEqual(added, [second.key]);
  const text = textOf(updated['seats.sql'] ?? { head: '', entries: [] });
  t.is(text, `-- Seats.\n\n-- Mine.\n${first.sql}\n\n${second.sql}\n`);
  t.is(textOf(parse(text)), text);
});

const reliance = /^-- Relied on by (\S+) \((\w+)\)\.$/gmu;
const reliancesOf = ({ comment }: Described) =>
  [...comment.matchAll(reliance)].map(([, file = '', name = '']) => ({ file, name }));

test('each comment says which rule is kept and which TypeScript relies on it', (t) => {
  const silent = entries.filter((entry) => {
    const [text = ''] = entry.comment.split(/^-- Relied on by/mu);
    return text.trim().length < 15 || reliancesOf(entry).length === 0;
  });
  t.deepEqual(
    silent.map(({ key }) => key),
    [],
  );
  const malformed = entries.filter(
    (entry) => reliancesOf(entry).length !== entry.comment.split('Relied on by').length - 1,
  );
  t.deepEqual(
    malformed.map(({ key }) => key),
    [],
  );
});

/** The definition with those that call it or that it calls: a trigger function does not name its table. */
function surroundings(entry: Described): string {
  const calls = (one: Described, other: Described) =>
    other.key.startsWith('function ') && one.sql.includes(`${other.key.slice('function '.length)}(`);
  return entries
    .filter((other) => other === entry || calls(entry, other) || calls(other, entry))
    .map(({ sql }) => sql)
    .join('\n');
}

const hasWord = (text: string, word: string) => new RegExp(`\\b${word}\\b`, 'u').test(text);

/** The name in the database of a name in Prisma: `memberCount` is `member_counts`. */
const storedNames = (name: string) => {
  const stored = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return [stored, `${stored}s`];
};

test('the TypeScript that a comment names exists, and mentions the function, table or column', (t) => {
  const wrong = entries.flatMap((entry) =>
    reliancesOf(entry)
      .filter(({ file, name }) => {
        const isThere = file.endsWith('.ts') && existsSync(join(root, file)) && hasWord(read(file), name);
        return !isThere || !storedNames(name).some((stored) => hasWord(surroundings(entry), stored));
      })
      .map(({ file, name }) => `${entry.key}: ${file} (${name})`),
  );
  t.deepEqual(wrong, []);
});

test('prisma/functions/README.md names each file', (t) => {
  const named = [...read('prisma/functions/README.md').matchAll(/^\| `([\w-]+\.sql)`/gmu)].map(([, name]) => name);
  t.deepEqual(named.toSorted(), Object.keys(files).toSorted());
});

interface Setting {
  name: string;
  setBy: string[];
  readBy: string[];
}
const sorted = (settings: readonly Setting[]) => settings.toSorted((one, other) => (one.name < other.name ? -1 : 1));

test('prisma/functions/README.md lists each setting with those who set and read it', (t) => {
  const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = '']) => text).toSorted();
  const listed = [
    ...read('prisma/functions/README.md').matchAll(/^\| `(identity\.\w+)` *\|[^|]*\|([^|]*)\|([^|]*)\|$/gmu),
  ].map(([, name = '', setBy, readBy]) => ({ name, setBy: quoted(setBy), readBy: quoted(readBy) }));
  const sources = sourceFiles().map((file) => ({ by: file, text: read(file) }));
  const functions = entries.map(({ key, sql }) => ({ by: key.replace(/^.* identity\./u, ''), text: sql }));
  const found = new Map<string, Setting>();
  const note = (use: 'setBy' | 'readBy', form: RegExp) => {
    for (const { by, text } of [...sources, ...functions])
      for (const [, name = ''] of text.matchAll(form)) {
        const setting = found.get(name) ?? { name, setBy: [], readBy: [] };
        if (!setting[use].includes(by)) setting[use].push(by);
        found.set(name, setting);
      }
  };
  note('setBy', /\bset_config\(\s*'(identity\.\w+)'/gu);
  note('setBy', /\bSET\s+(?:LOCAL\s+|SESSION\s+)?(identity\.\w+)\s*(?:=|TO\b)/gu);
  note('readBy', /\bcurrent_setting\(\s*'(identity\.\w+)'/gu);
  const used = [...found.values()].map(({ name, setBy, readBy }) => ({
    name,
    setBy: setBy.toSorted(),
    readBy: readBy.toSorted(),
  }));
  t.true(used.length > 2);
  t.deepEqual(sorted(listed), sorted(used));
});

/** All TypeScript and scripts that could set or read a setting. */
function sourceFiles(): string[] {
  const below = (parent: string) =>
    readdirSync(join(root, parent)).flatMap((name) => [`${parent}/${name}/src`, `${parent}/${name}/test`]);
  const scripts = ['bench', 'scripts', 'test/ha', 'test/upgrade'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => join(folder, file)),
  );
  return [...['prisma', ...below('packages'), ...below('examples')].flatMap(sourcesBelow), ...scripts];
}
