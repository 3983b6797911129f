import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import test from 'ava';
import {
  codeOf,
  type Import,
  importForms,
  importsBelow,
  isRelative,
  root,
  show,
  sourcesBelow,
} from './support-imports.js';

const scope = '@org/identity-';

/** The packages of the workspace that each package may import. */
const mayImport: Record<string, readonly string[]> = {
  'packages/ui': [],
  'packages/core': ['ui'],
  'packages/prisma': ['core'],
  'packages/users': ['ui', 'core', 'prisma'],
  'packages/tenants': ['ui', 'core', 'prisma'],
  'packages/licensing': ['ui', 'core', 'prisma'],
  'packages/webhooks': ['ui', 'core', 'prisma'],
  'packages/connections': ['ui', 'core', 'prisma'],
  'packages/scim': ['ui', 'core', 'prisma'],
  'packages/runtime': ['ui', 'core', 'prisma', 'users', 'tenants', 'licensing', 'webhooks'],
  // It knows no plugin.
  'packages/cli': ['core', 'prisma', 'runtime'],
  'packages/server': ['ui', 'core', 'prisma', 'users', 'tenants', 'licensing', 'webhooks', 'runtime', 'cli'],
  'packages/dev-postgres': [],
  // Only tests import it, so it is in no other list.
  'packages/testing': ['ui', 'core', 'prisma', 'dev-postgres'],
  // Applications install it. It uses the service only over HTTP.
  'packages/client': [],
};
/** An example is a host: it uses the packages that a team would install, and the development database. */
const examplesMayImport = ['server', 'connections', 'scim', 'client', 'dev-postgres'];
/** One example has its own plugin, another its own pages. */
const others: Record<string, readonly string[]> = {
  'examples/koa-host': ['server', 'ui', 'core', 'prisma', 'dev-postgres'],
  'examples/server': ['server', 'connections', 'scim', 'ui', 'core', 'dev-postgres'],
};

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const folders = ['packages', 'examples'].flatMap((parent) =>
  readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json'))),
);

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the package of a specifier: `@scope/name/file` → `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const foreign = (found: Import) => !isRelative(found.specifier) && !isBuiltin(found.specifier);

test('the reader of imports finds every form of them', (t) => {
  const forms = [
    "import 'a';",
    "import type { B } from 'b';",
    "import c, {\n  type D,\n} from 'c';",
    "export * from 'd';",
    "export { e } from 'e';",
    "const f = await import('f');",
    "import * as g from 'g';",
    "type H = typeof import('h');",
    "spawn('--import', 'not-this');",
  ];
  const found = importForms.flatMap((form) => [...forms.join('\n').matchAll(form)].map(([, name]) => name));
  t.deepEqual([...new Set(found)].sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});

test('every package of the workspace is in the list', (t) => {
  const packages = folders.filter((folder) => folder.startsWith('packages/'));
  t.deepEqual(packages.sort(), Object.keys(mayImport).sort());
  for (const folder of packages) t.is(manifestOf(folder).name, `${scope}${folder.slice('packages/'.length)}`);
});

for (const folder of folders) {
  const allowed = (mayImport[folder] ?? others[folder] ?? examplesMayImport).map((name) => `${scope}${name}`);

  test(`${folder} imports of the workspace only what it may`, (t) => {
    const imports = importsBelow(`${folder}/src`);
    t.true(imports.length > 0);
    const forbidden = imports
      .filter(({ specifier }) => specifier.startsWith('@org/'))
      .filter(({ specifier }) => !allowed.includes(packageOf(specifier)));
    t.deepEqual(forbidden.map(show), []);
  });

  test(`${folder} imports no file of another package`, (t) => {
    const outside = [...importsBelow(`${folder}/src`), ...importsBelow(`${folder}/test`)]
      .filter(({ specifier }) => isRelative(specifier))
      .filter(({ file, specifier }) => {
        const target = relative(join(root, folder), resolve(dirname(join(root, file)), specifier));
        return target.startsWith('..');
      });
    t.deepEqual(outside.map(show), []);
  });

  test(`${folder} does not import its tests`, (t) => {
    const tests = importsBelow(`${folder}/src`)
      .filter(({ specifier }) => isRelative(specifier))
      .filter(({ file, specifier }) =>
        relative(join(root, folder), resolve(dirname(join(root, file)), specifier)).startsWith('test'),
      );
    t.deepEqual(tests.map(show), []);
  });

  test(`${folder} declares every package that it imports`, (t) => {
    const manifest = manifestOf(folder);
    const { dependencies = {}, devDependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifest;
    const installed = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    const undeclared = [
      ...importsBelow(`${folder}/src`)
        .filter(foreign)
        .filter(({ specifier }) => !(packageOf(specifier) in installed)),
      ...importsBelow(`${folder}/test`)
        .filter(foreign)
        .filter(({ specifier }) => !(packageOf(specifier) in { ...installed, ...devDependencies })),
    ];
    t.deepEqual([...new Set(undeclared.map(show))], []);
  });

  test(`${folder} declares of the workspace only what it may import`, (t) => {
    const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    const all = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    const declared = Object.keys(all).filter((name) => name.startsWith('@org/'));
    t.deepEqual(
      declared.filter((name) => !allowed.includes(name)),
      [],
    );
  });
}

test('packages take what they need as options: only the command reads the environment', (t) => {
  // dev-postgres is not part of the product: "npm test" passes the URL of the test server to it in the environment.
  const readers = folders
    .filter((folder) => folder.startsWith('packages/') && folder !== 'packages/dev-postgres')
    .flatMap((folder) => sourcesBelow(`${folder}/src`))
    .filter((file) =>
      /\bprocess\s*(?:\.|\?\.|\[['"`])\s*env\b|\benv\b[^;]*\bfrom\s*['"](?:node:)?process['"]/u.test(codeOf(file)),
    )
    .filter((file) => !/^packages[/\\]cli[/\\]/u.test(file));
  t.deepEqual(readers, []);
});
