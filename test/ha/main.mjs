import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startCluster } from './cluster.mjs';
import { failures } from './failures.mjs';
import { startLoad } from './load/start-load.mjs';
import { startProbe } from './probe.mjs';
import { pause } from './processes.mjs';
import { createRecord } from './record.mjs';
import { reportTable } from './report.mjs';
import { startServers } from './servers.mjs';
import { verifyDatabase } from './verify.mjs';
import { prepareWorld } from './world.mjs';

// Runs in the hub's network namespace: see run.mjs.
const [run, folder, given] = process.argv.slice(2);
const { rounds, kinds, minutes, report } = JSON.parse(given);
const begun = performance.now();
const say = (text) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);

const cluster = await startCluster(run, folder);
say('three nodes are up');
const ids = await prepareWorld(cluster);
const servers = await startServers(folder);
say('two servers are ready');

const record = createRecord();
const load = startLoad(servers, record, ids);
const probe = startProbe(load.send, servers);
await pause(5_000);
const outages = [];
// A slow machine makes fewer rounds, and still reports them.
const lastStart = (minutes - 3) * 60_000;
for (let round = 1; round <= rounds; round += 1) {
  for (const kind of kinds) {
    if (performance.now() - begun > lastStart) break;
    record.enter(kind);
    const from = performance.now();
    await failures[kind]({ run, cluster, servers, round });
    await probe.untilSuccess();
    await cluster.untilHealthy();
    await pause(2_000);
    const gap = probe.longestGap(from, performance.now());
    outages.push({ kind, gap });
    record.enter('calm');
    const checked = await load.sessions.verify();
    say(
      `round ${round}, ${kind}: ${gap.toFixed(1)} s without service; ${checked.alive} sessions work, ${checked.revoked} do not`,
    );
  }
}
await load.stop();
await probe.stop();
const stored = await verifyDatabase(cluster, record, load);
await load.sessions.verify();
say(`in the database: ${stored.seats} seats and ${stored.invitations} confirmed invitations`);

const table = reportTable(outages, record.responses);
console.log(`\n${table}\n\n${record.responses.length} requests, ${record.violations.length} violations`);
if (report) {
  await mkdir(dirname(report), { recursive: true });
  await writeFile(report, `${table}\n`);
}
process.exit(record.violations.length === 0 ? 0 : 1);
