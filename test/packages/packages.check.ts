import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage } from '@arethetypeswrong/core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { demoData } from '@org/identity-example-server/demo-data';
import { call, signIn } from '@org/identity-example-server/test/sign-in';
import { migrationStatus, seed } from '@org/identity-server';
import test from 'ava';
import { publint } from 'publint';
import { compileHost, installHost, runInstalled, startHost } from './installed-host.js';
import { type PackedPackage, packAll, publishedNames } from './packed-packages.js';

const folder = mkdtempSync(join(tmpdir(), 'identity-packages-'));
const host = join(folder, 'host');
let packages: PackedPackage[];
let database: { url: string; drop(): Promise<void> };

test.before(async () => {
  const packed = join(folder, 'packed');
  for (const path of [packed, host]) mkdirSync(path);
  packages = await packAll(packed);
  await installHost(host, packages);
  database = await createTestDatabase({ empty: true });
});
test.after.always(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('every package that is not private is packed', (t) => {
  t.deepEqual(packages.map(({ name }) => name).sort(), publishedNames().sort());
});

test('publint finds nothing to complain about', async (t) => {
  for (const { name, bytes } of packages) {
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    t.deepEqual(messages, [], name);
  }
});

test('the types resolve wherever ESM is understood', async (t) => {
  for (const { name, content } of packages) {
    const result = await checkPackage(content);
    if (!result.types) {
      t.fail(`${name} has no types`);
      continue;
    }
    // The packages are ESM only, so CommonJS and the resolution of Node.js 10 do not matter.
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem) || ['node16-esm', 'bundler'].includes(problem.resolutionKind),
    );
    t.deepEqual(problems, [], name);
    t.true(Object.keys(result.entrypoints).length > 0, name);
  }
});

/** Whether a file is the target of an export, in which a star stands for any path. */
function isTarget(file: string, target: string): boolean {
  const [beginning = '', end] = target.split('*');
  return end === undefined ? file === target : file.startsWith(beginning) && file.endsWith(end);
}

test('a package holds what it exports, its license and a page about itself, and nothing of the workspace', (t) => {
  for (const { name, files, manifest } of packages) {
    const targets = [...Object.values(manifest.exports).flatMap(Object.values), ...Object.values(manifest.bin ?? {})];
    for (const file of ['LICENSE', 'README.md', ...targets.map((path) => String(path).replace(/^\.\//u, ''))])
      t.true(
        files.some((found) => isTarget(found, file)),
        `${name} lacks ${file}`,
      );
    const unwanted = files.filter((file) => /(?:^|\/)tests?\/|\.test\.|tsbuildinfo|node_modules|\.env/u.test(file));
    t.deepEqual(unwanted, [], name);
    t.is(manifest.license, 'MIT', name);
    t.truthy(manifest.engines?.node, name);
    t.is(manifest.repository?.directory, `packages/${name.replace('@org/identity-', '')}`, name);
    t.notRegex(JSON.stringify({ ...manifest.dependencies, ...manifest.peerDependencies }), /workspace:|file:/u, name);
  }
});

test('every source map leads to a source in the same package', (t) => {
  for (const { name, files, content } of packages) {
    const missing = files
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) => {
        const { sources } = JSON.parse(content.readFile(`/node_modules/${name}/${file}`)) as { sources: string[] };
        return sources.map((source) => join(file, '..', source));
      })
      .filter((source) => !files.includes(source));
    t.deepEqual(missing, [], name);
  }
});

test('what must be one instance is installed once', (t) => {
  const entries = readdirSync(join(host, 'node_modules'), { recursive: true, encoding: 'utf8' });
  for (const name of ['@org/identity-ui', '@org/identity-core', '@org/identity-prisma', 'koa', 'oidc-provider']) {
    const copies = entries.filter((entry) => entry === name || entry.endsWith(`/node_modules/${name}`));
    t.deepEqual(copies, [name], name);
  }
});

test.serial('the host of the documentation compiles where the packages are installed', async (t) => {
  t.is(await compileHost(host), '');
});

test.serial('the installed command migrates an empty database', async (t) => {
  t.regex(await runInstalled(host, 'identity-server', 'migrate', '--database-url', database.url), /^Applied /u);
  const { pending } = await migrationStatus({ databaseUrl: database.url });
  t.deepEqual(pending, []);
});

test.serial('the installed host starts, signs somebody in, answers the rest of its site and stops', async (t) => {
  await seed({ databaseUrl: database.url, data: demoData });
  const running = await startHost(host, {
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'a secret for tests only, of more than 32 characters',
  });
  try {
    const { tokens } = await signIn(running.issuer);
    const { status, body } = await call(running.issuer, '/api/users/me', tokens.access_token);
    t.is(status, 200);
    t.is(body['email'], 'owner@acme.test');
    t.is(await (await fetch(`${running.issuer}/elsewhere`)).text(), 'The rest of your site');
  } finally {
    t.is(await running.stop(), 0);
  }
});
