// Upgrades and rolls back a deployment of two processes under load: see CONTRIBUTING.md.
// Usage: npm run test:upgrade [-- --from 0.2.0] [-- --to 0.2.1] [-- --if-changed]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/prepare/paths.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { findLastRelease, findRelease, hasOtherSchema } from './find-release.mjs';
import { installVersion } from './install-version.mjs';
import { packPresent, packRelease } from './pack-versions.mjs';
import { endSteps } from './run-step.mjs';
import { seedData } from './seed-data.mjs';

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, 'if-changed': { type: 'boolean', default: false } },
});
const from = options.from ? findRelease(root, options.from) : findLastRelease(root);
const to = options.to ? findRelease(root, options.to) : undefined;
if (options['if-changed'] && !hasOtherSchema(root, from)) {
  console.log(`Nothing below prisma/ has changed since ${from.version}: there is no upgrade to test.`);
  process.exit(0);
}
await prepare();
// These modules exist only after the step above has installed and built them.
const { freePort } = await import('../../examples/server/dist/test/support/server-process.js');
const { startTemporaryPostgres } = await import('../../packages/dev-postgres/dist/src/index.js');
const { startBalancer } = await import('./balancer.mjs');
const { createHosts } = await import('./hosts.mjs');
const { createLoad } = await import('./load/run-load.mjs');
const { lanes } = await import('./load/lanes.mjs');
const { requireNotes } = await import('./require-notes.mjs');
const { runPhases } = await import('./run-phases.mjs');
const { describeResults } = await import('./table.mjs');

const folder = mkdtempSync(join(tmpdir(), 'identity-upgrade-'));
// What to end, in the order in which it was begun.
const closers = [() => rmSync(folder, { recursive: true, force: true }), endSteps];
const close = async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void close().then(() => process.exit(1)));
try {
  const results = await upgrade();
  console.log(`\n${describeResults(results)}\n`);
  const failures = results.flatMap(({ name, failures }) => failures.slice(0, 5).map((text) => `${name}: ${text}`));
  for (const failure of failures) console.error(failure);
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0);
  const lost = results.reduce((sum, result) => sum + result.lost, 0);
  console.log(`${failed} failed requests, ${lost} lost sessions`);
  process.exitCode = failed + lost === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await close();
}

async function upgrade() {
  console.log(`Packing version ${from.version} and ${to ? to.version : 'the present one'} …`);
  const packed = {
    old: await packRelease(from, folder),
    new: to ? await packRelease(to, folder) : await packPresent(join(folder, 'packed-present')),
  };
  console.log('Installing both …');
  const old = await installVersion(join(folder, 'old'), packed.old);
  const present = await installVersion(join(folder, 'new'), packed.new);
  const versions = to ? { old, new: present } : { old, new: present.withPlugin(1), newer: present.withPlugin(2) };
  const postgres = await startTemporaryPostgres();
  closers.push(() => postgres.stop());
  const databaseUrl = postgres.url;
  await old.migrate(databaseUrl);
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seedData));
  await old.seed(databaseUrl, join(folder, 'seed.json'));
  const balancer = await startBalancer();
  closers.push(() => balancer.stop());
  const secret = 'a secret for this test only, of more than 32 characters';
  const env = { ISSUER: balancer.url, DATABASE_URL: databaseUrl, IDENTITY_SECRET: secret };
  const ports = [await freePort(), await freePort()];
  const load = createLoad(lanes, { issuer: balancer.url });
  console.log('Phases:');
  const hosts = createHosts({ versions, balancer, env, ports });
  closers.push(() => hosts.kill());
  const results = await runPhases({ versions, hosts, balancer, load, databaseUrl });
  if (versions.newer) await requireNotes(databaseUrl);
  return results;
}
