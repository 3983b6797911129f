import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { type RunningServer, readEnvironment, startServer } from '@org/identity-example-server';
import { demoData, demoPassword } from '@org/identity-example-server/demo-data';
import { seed } from '@org/identity-server';
import test from 'ava';
import { anchorsOf, readPages, relativeLinksOf, root } from '../support-docs.js';
import { commandsOf, documentedUrl, hasCurl, runCommands, shapeOf } from '../support-docs-shell.js';
import { compileSnippets } from '../support-docs-snippets.js';
import { namedTestsOf, problemOf } from '../support-docs-titles.js';

const pages = readPages();

let database: { url: string; drop(): Promise<void> };
let server: RunningServer;
test.before(async () => {
  database = await createTestDatabase();
  await seed({ databaseUrl: database.url, data: demoData });
  server = await startServer(
    readEnvironment({
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      IDENTITY_SECRET: 'a secret for tests only, of more than 32 characters',
      SEED_DEMO: 'false',
      // A page about sign-in providers needs one. No test opens it.
      GOOGLE_CLIENT_ID: 'my-client',
      GOOGLE_CLIENT_SECRET: 'my-secret',
      LOG_LEVEL: 'error',
    }),
  );
});
test.after.always(async () => {
  await server?.stop();
  await database?.drop();
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The recipes are files of an example. The build compiles them with the libraries that they need. */
const isRecipe = ({ path }: { path: string }) => /^docs[/\\]guides[/\\]client-libraries\b/u.test(path);

/** The hosts for Express and Fastify are also files of examples. */
const hosts = ['express', 'fastify'].map((name) =>
  readFileSync(join(root, `examples/${name}-host/src/host.ts`), 'utf8').trimEnd(),
);

/** The files of the plugin import each other, so the build compiles them. */
const pluginFiles = ['plans-plugin.ts', 'tenant-plan.ts', 'plan-area.tsx', 'identity-command.ts'].map((file) =>
  readFileSync(join(root, 'examples/koa-host/src', file), 'utf8').trimEnd(),
);
const builtElsewhere = [...hosts, ...pluginFiles];

test('every TypeScript block compiles under the settings of the workspace', async (t) => {
  const others = pages
    .filter((page) => !isRecipe(page))
    .map((page) => ({ ...page, blocks: page.blocks.filter(({ text }) => !builtElsewhere.includes(text)) }));
  const { count, output } = await compileSnippets(others);
  t.true(count > 0);
  t.is(output, '');
});

// On a machine without curl these tests are skipped. The pages run one after the other: while a page has created a second
// tenant for its user, the sign-in of another page would ask the user to choose a tenant.
const curlTest = hasCurl ? test.serial : test.skip;
for (const page of pages.filter((candidate) => commandsOf(candidate).length > 0)) {
  curlTest(`every curl of ${page.path} works and answers what the page shows`, async (t) => {
    const { outcomes, complaint } = await runCommands(page, server.issuer);
    t.is(complaint, '');
    for (const { line, printed, expected } of outcomes) {
      if (expected === undefined) continue;
      const [shown, actual] = [JSON.parse(expected), JSON.parse(printed)] as [{ error?: string }, { error?: string }];
      t.deepEqual(shapeOf(actual), shapeOf(shown), `line ${line}`);
      t.is(actual.error, shown.error, `line ${line}`);
    }
  });
}

test('every authorization address in the pages leads to the sign-in page', async (t) => {
  const urls = pages.flatMap(({ text }) =>
    [...text.matchAll(/^http:\/\/localhost:3000\/oauth\/authorize\?\S+$/gmu)].map(([url]) => url),
  );
  t.true(urls.length > 0);
  for (const url of urls) {
    const response = await fetch(url.replace(documentedUrl, server.issuer), { redirect: 'manual' });
    t.regex(String(response.headers.get('location')), /^\/interaction\//u, url);
  }
});

test('the plugin in the page about plugins is the one that the tests of the example run', (t) => {
  const { blocks = [] } = pages.find(({ path }) => path === join('docs', 'plugins', 'writing-a-plugin.md')) ?? {};
  const shown = blocks.filter(({ language }) => language.startsWith('ts')).map(({ text }) => text);
  t.deepEqual(shown, pluginFiles);
  const migration = 'examples/koa-host/migrations/0001_plans.sql';
  const [table = ''] = blocks.filter(({ language }) => language === 'sql').map(({ text }) => text);
  t.is(`${table}\n`, readFileSync(join(root, migration), 'utf8'));

  // A first plugin must look like an afternoon's work. Comments and empty lines do not count.
  const code = [table, ...shown].join('\n').split('\n');
  t.true(code.filter((line) => !/^\s*(\/\/.*|\/\*\*.*)?$/u.test(line)).length < 150);
});

test('the page about embedding shows the hosts for Express and Fastify that the tests of the examples run', (t) => {
  const page = pages.find(({ path }) => path === join('docs', 'guides', 'embedding.md'));
  const shown = page?.blocks.map(({ text }) => text) ?? [];
  t.deepEqual(
    hosts.filter((host) => !shown.includes(host)),
    [],
  );
});

test('the recipes for client libraries are the files that the tests of the example run, one page each', (t) => {
  const folder = 'examples/client-libraries/src';
  const shown = pages
    .filter(isRecipe)
    .map(({ path, blocks }) => ({ path, ts: blocks.filter(({ language }) => language === 'ts') }))
    .map(({ path, ts }) => [path, ts.map(({ text }) => `${text}\n`)]);
  // Two recipes use the strategy. The page of the first one shows it.
  const shared: Record<string, string> = {
    'settings.ts': '.md',
    'openid-client-strategy.ts': '/openid-client-passport.md',
  };
  const written: Record<string, string[]> = {};
  for (const file of readdirSync(join(root, folder)).filter((name) => name !== 'main.ts')) {
    const page = join(`docs/guides/client-libraries${shared[file] ?? `/${file.replace(/\.ts$/u, '.md')}`}`);
    written[page] = [...(written[page] ?? []), readFileSync(join(root, folder, file), 'utf8')];
  }
  t.deepEqual(Object.fromEntries(shown), written);
});

test('every relative link and image leads to a file and, with #, to one of its headings', (t) => {
  const broken = pages.flatMap((page) => relativeLinksOf(page).filter((target) => !leads(page.path, target)));
  t.deepEqual(broken, []);
});

function leads(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#', 2);
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(root, path))) return false;
  const linked = pages.find((page) => page.path === path);
  return anchor === undefined || (linked !== undefined && anchorsOf(linked).includes(anchor));
}

test('no line of prose is longer than 120 characters', (t) => {
  const long = pages.flatMap(({ path, text }) => {
    let isCode = false;
    return text.split('\n').flatMap((line, index) => {
      if (line.startsWith('```')) isCode = !isCode;
      // Tables and URLs cannot be wrapped.
      const wraps = !isCode && !line.startsWith('|') && !line.startsWith('http');
      return wraps && line.length > 120 ? [`${path}:${index + 1}`] : [];
    });
  });
  t.deepEqual(long, []);
});

test('every test that a page names exists', (t) => {
  const named = pages.flatMap((page) => namedTestsOf(page).map((reference) => ({ page: page.path, reference })));
  t.true(named.length > 0);
  const problems = named
    .map(({ page, reference }) => ({ page, line: reference.line, problem: problemOf(reference) }))
    .filter(({ problem }) => problem !== undefined);
  t.deepEqual(problems, []);
});

test('the README names every demo user, client, secret and fixed id as the demo data has them', (t) => {
  const readme = pages.find(({ path }) => path === 'README.md')?.text ?? '';
  const { users, clients, applications, tenants } = demoData;
  const facts = [
    demoPassword,
    ...users.map(({ email }) => email),
    ...clients.flatMap((client) => ['secret' in client ? client.secret : client.id, client.id]),
    ...applications.flatMap(({ id, licenseTypes }) => [id, ...licenseTypes.map((type) => type.id)]),
    ...tenants.map(({ id }) => id),
  ];
  t.deepEqual(
    facts.filter((fact) => !readme.includes(fact)),
    [],
  );
});
