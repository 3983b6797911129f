import { readdirSync, readFileSync } from 'node:fs';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { referableColumns } from '@org/identity-prisma';
import { createIdentityServer, users } from '@org/identity-server';
import test from 'ava';
import { readPages } from '../support-docs.js';

interface Member {
  readonly name: string;
  readonly text: string;
}
const root = new URL('../../../', import.meta.url);
const docs = (await import(new URL('scripts/plugin-docs.mjs', root).href)) as {
  hostMembers(): Member[];
  partMembers(): Member[];
  declaredMembers(): Member[];
  serviceRows(): string[][];
  guardRows(): string[][];
  invocationMembers(): Member[];
  databaseMembers(): Member[];
  memberNames(): Set<string>;
  pages: string[];
  expectedPage(path?: string): string;
  writtenPage(path?: string): string;
};

for (const path of docs.pages)
  test(`the tables of ${path} say what the types say: else run "npm run plugin-docs"`, (t) => {
    t.is(docs.writtenPage(path), docs.expectedPage(path));
  });

test('every part, declaration, service and guard is described', (t) => {
  const { hostMembers, partMembers, declaredMembers } = docs;
  for (const members of [hostMembers(), partMembers(), declaredMembers()]) {
    t.true(members.length >= 10);
    t.deepEqual(
      members.filter(({ text }) => !text),
      [],
    );
  }
  t.deepEqual(
    [...docs.invocationMembers(), ...docs.databaseMembers()].filter(({ text }) => !text),
    [],
  );
  const rows = [...docs.serviceRows(), ...docs.guardRows()];
  t.deepEqual(
    rows.filter((cells) => !cells.at(-1)),
    [],
  );
  const described = rows.map(([name]) => name);
  for (const name of ['`members.add`', '`seats.wait`', '`accounts.disable`', '`eventFeed.read`', '`userOrMachine`'])
    t.true(described.includes(name), name);
});

test('the page about tables lists the columns of ours that a foreign key may point to', (t) => {
  const { text = '' } = readPages().find(({ path }) => path.endsWith('tables.md') && path.includes('plugins')) ?? {};
  const listed = [...text.matchAll(/^\| `(\w+ \([\w, ]+\))`/gmu)].map(([, columns = '']) => columns);
  t.deepEqual(listed.toSorted(), referableColumns.toSorted());
});

/** Every name that a package exports, types included, also those of files that are exported as a whole. */
function exportsOf(name: string, entry = 'index'): string[] {
  const source = readFileSync(new URL(`packages/${name}/src/${entry}.ts`, root), 'utf8');
  const named = [...source.matchAll(/^export (?:type )?\{([^}]+)\}/gmu)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((each) => /(\w+)\s*$/u.exec(each)?.[1] ?? '')
      .filter(Boolean),
  );
  const whole = [...source.matchAll(/^export (?:type )?\* from '\.\/([^']+)\.js'/gmu)].flatMap(([, file]) => {
    const text = readFileSync(new URL(`packages/${name}/src/${file}.ts`, root), 'utf8');
    return [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gmu)];
  });
  return [...named, ...whole.map(([, declared = '']) => declared)];
}
// The commands have an entry of their own, and two plugins a package each.
const exported = new Set([
  ...['core', 'ui', 'prisma', 'server'].flatMap((name) => exportsOf(name)),
  ...exportsOf('core', 'commands/commands'),
  'runCommands',
  'RunCommands',
  'connections',
  'scim',
]);
const pages = readPages().filter(({ path }) => /^docs[/\\]plugins\b/u.test(path));

/** The code spans of a text, without its blocks. */
const spansOf = (text: string) =>
  [...text.replaceAll(/^```\w*\n[\s\S]*?^```$/gmu, '').matchAll(/`([^`\n]+)`/gu)].map(([, span = '']) => span);

test('the pages about plugins call no function that does not exist', (t) => {
  const known = new Set([...exported, ...docs.memberNames()]);
  const called = pages.flatMap(({ text }) =>
    spansOf(text).flatMap((span) => /^(?!z\.)(?:\w+\.)*(\w+)\(/u.exec(span)?.[1] ?? []),
  );
  t.true(called.length > 30);
  t.deepEqual(
    called.filter((name) => !known.has(name)),
    [],
  );
});

test('the pages about plugins name no type, option or field that does not exist', (t) => {
  // Fields of unions and of arguments have any indentation, so every field that the sources declare counts.
  const sources = [
    ...['packages/core/src', 'packages/ui/src'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/u.test(name))
        .map((name) => `${folder}/${name}`),
    ),
    'packages/runtime/src/options.ts',
  ];
  const declared = sources.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(/\b(\w+)\??[:(]/gu)].map(([, name = '']) => name),
  );
  const known = new Set([...exported, ...docs.memberNames(), ...declared]);
  const named = pages.flatMap(({ text, blocks }) => {
    const shown = new Set(blocks.flatMap((block) => block.text.match(/\w+/gu) ?? []));
    return spansOf(text).filter((span) => /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]\w*$/u.test(span) && !shown.has(span));
  });
  t.true(named.length > 50);
  t.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test('the section about guards names only what is exported', (t) => {
  const page = docs.writtenPage('docs/plugins/routes.md');
  const section = /^## Guards\n([\s\S]*?)^##/mu.exec(page)?.[1] ?? '';
  const names = spansOf(section).filter((span) => /^\w+(?:\(|$)/u.test(span));
  t.true(names.length >= 6);
  const words = new Set(['guard', 'scope']);
  t.deepEqual(
    names.map((name) => name.replace(/\(.*/u, '')).filter((name) => !exported.has(name) && !words.has(name)),
    [],
  );
});

test('a plugin is given what the types say, and nothing else', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  let given: string[] = [];
  const identity = await createIdentityServer({
    issuer: 'http://localhost:3000',
    databaseUrl: url,
    secret: 'a secret for tests only, of more than 32 characters',
    plugins: [
      users(),
      {
        name: 'curious',
        setup: (host) => {
          given = Object.keys(host);
          return {};
        },
      },
    ],
  });
  t.teardown(() => identity.close());
  t.deepEqual(
    given.toSorted(),
    docs
      .hostMembers()
      .map(({ name }) => name)
      .toSorted(),
  );
});
