/*
 * Runs oidc-provider's own tests over our PostgreSQL storage: see docs/conformance/oidc-provider.md.
 *
 *   npm run test:oidc-suite -- <folder> [part of a path]     the folder has the source of oidc-provider, with its tests
 *   npm run test:oidc-suite -- <folder> --memory             the same with the Map of the tests, to compare
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as modules from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Earlier versions of Node.js have no `registerHooks`.
const { createRequire, registerHooks } = modules;
const args = process.argv.slice(2);
const inMemory = args.includes('--memory');
const [folder, part = ''] = args.filter((arg) => arg !== '--memory');
const source = folder && resolve(folder);

function refuse(reason) {
  console.error(`${reason} See docs/conformance/oidc-provider.md.`);
  process.exit(1);
}
if (!registerHooks) refuse(`The tests need Node.js 22.15 or later. This is ${process.version}.`);
if (!source) refuse('Name the folder with the source of oidc-provider.');
if (!existsSync(join(source, 'test/models.js'))) refuse(`${folder} has no tests of oidc-provider.`);
if (!existsSync(join(source, 'node_modules/mocha'))) refuse(`Run "npm install --ignore-scripts" in ${folder} first.`);

const { prepare } = await import('../../scripts/prepare.mjs');
await prepare();

const url = (path) => pathToFileURL(join(source, path)).href;
// Our storage asks oidc-provider for the request and throws its errors. Both have to be those of the tests.
registerHooks({
  resolve: (name, context, next) =>
    name === 'oidc-provider' ? { url: url('lib/index.js'), shortCircuit: true } : next(name, context),
});
const { report } = await import('./report.mjs');
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
console.log(`oidc-provider ${version} over ${inMemory ? 'the Map of its tests' : 'our storage'}`);
// oidc-provider prints notices for each of hundreds of configurations.
console.info = () => {};
console.warn = () => {};

process.chdir(source);
globalThis.server = createServer().listen(0, '::');
await once(globalThis.server, 'listening');
const storage = inMemory ? undefined : await startStorage();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void Promise.resolve(storage?.stop()).then(() => process.exit(1)));
let code = 1;
try {
  const { results, differences } = await runTests(storage?.compare ?? (() => []));
  code = report(results, differences, { inMemory, isWhole: part === '' }) ? 0 : 1;
} finally {
  await storage?.stop();
}
// Some tests leave their agents open.
process.exit(code);

async function startStorage() {
  const { startTemporaryPostgres } = await import('../../packages/dev-postgres/dist/src/index.js');
  const { createOidcAdapter, migrate } = await import('../../packages/prisma/dist/src/index.js');
  const { storeInPostgres } = await import('./storage.mjs');
  const { Pool } = createRequire(import.meta.url)('pg');
  const { Provider } = await import(url('lib/index.js'));
  const { TestAdapter } = await import(url('test/models.js'));
  const postgres = await startTemporaryPostgres();
  await migrate({ databaseUrl: postgres.url });
  const pool = new Pool({ connectionString: postgres.url, max: 5 });
  const compare = storeInPostgres(TestAdapter, {
    pool,
    adapter: createOidcAdapter(pool, { deviceFlow: true, tokenExchange: true }),
    isInRequest: () => Provider.ctx !== undefined,
  });
  const stop = async () => {
    await pool.end();
    await postgres.stop();
  };
  return { compare, stop };
}

async function runTests(compare) {
  const require = createRequire(join(source, 'test/run.js'));
  const Mocha = require('mocha');
  const lookupFiles = require('mocha/lib/cli/lookup-files.js');
  const mocha = new Mocha({ reporter: class Silent {}, timeout: 15_000 });
  mocha.files = lookupFiles('test/**/*.test.js', ['js'], true).filter((file) => file.includes(part));
  const differences = [];
  mocha.rootHooks({
    async afterEach() {
      const test = this.currentTest.fullTitle();
      for (const difference of await compare()) differences.push({ test, difference });
    },
  });
  await mocha.loadFilesAsync();
  const results = [];
  await new Promise((ended) => {
    const run = mocha.run(ended);
    const note = (state) => (test, error) =>
      results.push({ file: test.file, test: test.fullTitle(), state, error: error?.message });
    run.on('pass', note('passed')).on('fail', note('failed')).on('pending', note('skipped'));
  });
  return { results, differences };
}
