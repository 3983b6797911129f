import { readdir, readFile } from 'node:fs/promises';
import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import { bouncerPath, startBouncer } from '../examples/server/dist/test/support/pgbouncer.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { compare } from './compare.mjs';
import { debianVersion, startDebianPostgres } from './debian-postgres.mjs';
import { comparisonSeed } from './fixtures.mjs';
import { connections, loadedWith } from './load.mjs';
import { postgresCpu, statOf } from './postgres-cpu.mjs';
import { processesTable } from './processes-table.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { startContender } from './start-contender.mjs';
import { durable } from './start-contenders.mjs';
import { machine, writePart } from './write-docs.mjs';

const keys = ['client-credentials', 'refresh', 'license-check'];
const lengths = {
  full: { rounds: 5, seconds: 2, budget: 50, warmUp: { requests: 600, seconds: 4 } },
  quick: { rounds: 3, seconds: 0.5, budget: 20, warmUp: { requests: 150, seconds: 1 } },
};

/** Measures one process against two, PgBouncer and a synchronous standby, in interleaved rounds. */
export async function runProcesses({ quick, write }) {
  const length = quick ? lengths.quick : lengths.full;
  const started = [];
  const stop = async () => {
    for (const end of started.splice(0).toReversed()) await end();
  };
  const onSignal = () => stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, onSignal);
  try {
    const { variants, cpuOfPostgres, notes } = await startVariants((end) => started.push(end));
    const contenders = Object.fromEntries(variants.map(({ name, ...variant }) => [name, variant]));
    const chosen = scenarios
      .filter(({ key }) => keys.includes(key))
      .map((scenario) => ({ ...scenario, bars: {}, contenders: Object.keys(contenders), start: startOf(scenario) }));
    const tell = ({ title }) => console.log(`Measured: ${title}`);
    const results = await compare({ contenders, cpuOfPostgres }, chosen, { ...length, tell });
    const text = processesTable(results);
    for (const line of [...notes, text]) console.log(line);
    if (write) await writeDocs(text, notes, { ...length, rounds: roundsOf(results) });
  } finally {
    await stop();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal);
  }
}

/** How many rounds each scenario had: fewer on a busy machine. */
const roundsOf = (results) =>
  [...new Set(results.map(({ measured }) => Object.values(measured)[0].length))].toSorted().join(' to ');

async function startVariants(onEnd) {
  const notes = [];
  const plain = debianVersion ? await startDebianPostgres() : await startTemporaryPostgres({ settings: durable });
  onEnd(plain.stop);
  const add = async (url, ...args) => {
    const contender = await startContender('identity', [url, ...args]);
    onEnd(contender.end);
    return contender;
  };
  await prepareDatabase(plain.url);
  const first = await add(plain.url);
  const variants = [
    { name: 'one process', parts: [first] },
    { name: 'two processes', parts: [await add(plain.url), await add(plain.url)] },
  ];
  const cpus = [await postgresCpu(plain.url)];
  if (bouncerPath) {
    const bouncer = await startBouncer(plain.url);
    onEnd(bouncer.stop);
    const parts = [await add(bouncer.url, 'RS256', '0', 'false')];
    variants.push({ name: 'PgBouncer', parts, otherCpu: cpuOfBouncer });
  } else notes.push('PgBouncer is not installed, so it was not measured.');
  if (debianVersion) {
    const replicated = await startDebianPostgres({ standby: true });
    onEnd(replicated.stop);
    await prepareDatabase(replicated.url);
    const otherCpu = await postgresCpu(replicated.standbyUrl);
    variants.push({ name: 'synchronous standby', parts: [await add(replicated.url)], otherCpu });
    cpus.push(await postgresCpu(replicated.url));
  } else notes.push('PostgreSQL of Debian is not installed, so a standby was not measured.');
  // A server that has no load costs next to nothing, so the sum is the cost of the one that has it.
  const cpuOfPostgres = async () => {
    const used = await Promise.all(cpus.map((read) => read()));
    return used.includes(undefined) ? undefined : used.reduce((sum, cpu) => sum + cpu, 0);
  };
  return { variants, cpuOfPostgres, notes };
}

async function prepareDatabase(databaseUrl) {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: comparisonSeed });
}

/** Loads every process of a variant at once, with its share of the connections. */
const startOf = (scenario) => async (_name, variant) => {
  const { parts, otherCpu = async () => 0 } = variant;
  const runs = await Promise.all(parts.map((part) => scenario.start('identity', part)));
  return async (_variant, { seconds }) => {
    const before = await otherCpu();
    const parallel = connections / parts.length;
    const done = await Promise.all(runs.map((run, index) => run(parts[index], { seconds, parallel })));
    const after = await otherCpu();
    const sum = (field) => done.reduce((total, measured) => total + measured[field], 0);
    return {
      requests: sum('requests'),
      sent: sum('sent'),
      perSecond: sum('perSecond'),
      p50: Math.max(...done.map(({ p50 }) => p50)),
      p99: Math.max(...done.map(({ p99 }) => p99)),
      cpu: sum('cpu'),
      otherCpu: after - before,
    };
  };
};

/** The CPU milliseconds of the PgBouncer that this process has started. */
async function cpuOfBouncer() {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/u.test(name));
  for (const pid of pids) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'pgbouncer') continue;
    const stat = await statOf(pid);
    if (stat?.parent === process.pid) return stat.own;
  }
  return 0;
}

async function writeDocs(text, notes, { rounds, seconds }) {
  const database = debianVersion ? `PostgreSQL ${debianVersion} of Debian` : 'the embedded PostgreSQL';
  const how = [
    `Medians of ${rounds} interleaved rounds of ${seconds} s with ${connections} connections, over ${database}.`,
    `Load by ${loadedWith}.`,
    await machine(),
    ...notes,
  ];
  await writePart('processes', [how.join('\n'), text].join('\n\n'), 'capacity.md');
}
