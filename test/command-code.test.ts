import { dirname, join } from 'node:path';
import test from 'ava';
import { codeOf, importForms, isRelative, sourcesBelow } from './support-imports.js';

const packages = ['core', 'prisma', 'users', 'tenants', 'licensing', 'webhooks', 'connections', 'scim', 'runtime'];

/** Only the first two forms are evaluated with the file. The others import when they are called. */
const [fromForm, bareForm] = importForms;
const atLoad = (code: string) =>
  [fromForm, bareForm].flatMap((form) =>
    form
      ? [...code.matchAll(form)]
          .filter(([text]) => !/^\W*(?:im|ex)port type\b/u.test(text))
          .map(([, name = '']) => name)
      : [],
  );

/** The files of a package that are loaded with its index, and the packages that they load. */
function loadedWith(name: string): { files: Set<string>; specifiers: Set<string> } {
  const sources = new Set(sourcesBelow(`packages/${name}/src`));
  const files = new Set<string>();
  const specifiers = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const specifier of atLoad(codeOf(file))) {
      if (!isRelative(specifier)) specifiers.add(specifier);
      const base = join(dirname(file), specifier).replace(/\.js$/u, '');
      const found = [`${base}.ts`, `${base}.tsx`].find((each) => sources.has(each));
      if (found) visit(found);
    }
  };
  visit(join(`packages/${name}/src/index.ts`));
  return { files, specifiers };
}

for (const name of packages)
  test(`a server that loads packages/${name} loads only the names of its commands, not their code`, (t) => {
    const { files, specifiers } = loadedWith(name);
    t.true(files.size > 10, 'the files were found');
    const ofCommands = [...files].filter((file) => /\/src\/(?:.*\/)?commands\//u.test(file));
    t.deepEqual(
      ofCommands.filter((file) => !/\/commands\/\w+-commands\.ts$/u.test(file)),
      [],
    );
    t.deepEqual(
      [...specifiers].filter((specifier) => specifier.endsWith('/commands')),
      [],
    );
  });

test('a server that loads packages/server loads the composition and the plugins, and nothing of the commands', (t) => {
  const { files, specifiers } = loadedWith('server');
  const own = ['index.ts', 'seed.ts', 'built-in-plugins.ts'].map((file) => join('packages/server/src', file));
  t.deepEqual([...files], own);
  t.true(specifiers.has('@org/identity-runtime'));
  t.deepEqual(
    [...specifiers].filter((specifier) => /cli|commands/u.test(specifier)),
    [],
  );
});

test('the help text loads the names of the commands, and no code of a plugin or of the composition', (t) => {
  const found = ['users', 'tenants', 'licensing', 'runtime']
    .flatMap((name) => sourcesBelow(`packages/${name}/src`))
    .filter((file) => /\/commands\/\w+-commands\.ts$/u.test(file))
    .concat(join('packages/cli/src/commands.ts'))
    .map((file) => [file, ...atLoad(codeOf(file))]);
  t.is(found.length, 8);
  t.deepEqual(
    found.flatMap(([, ...imports]) => imports),
    [],
  );
});
