import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { root } from '../scripts/prepare/paths.mjs';
import { checkOut } from './check-out.mjs';
import { compare, median } from './compare.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { ownScenarios } from './scenarios/own-scenarios.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { seatTrafficSeed } from './seat-traffic-seed.mjs';
import { startContender } from './start-contender.mjs';
import { durable, newDatabase } from './start-contenders.mjs';
import { table } from './table.mjs';

const lengths = {
  full: { rounds: 7, seconds: 2.5, warmUp: { requests: 1_500, seconds: 10 } },
  quick: { rounds: 5, seconds: 0.5, warmUp: { requests: 250, seconds: 1 } },
};

/**
 * Measures this version and the one of a commit in interleaved rounds, each with the benchmark's server of its own version,
 * on databases of the same PostgreSQL. Returns a Markdown table.
 */
export async function measureAgainst(commit, { quick, only }) {
  const folder = await checkOut(commit);
  const postgres = await startTemporaryPostgres({ settings: durable });
  const started = [];
  const start = async (version, name, ...args) => {
    const contender = await startContender(
      'identity',
      [await databaseOf(version, postgres.url, name), ...args],
      version,
    );
    started.push(contender);
    return contender;
  };
  try {
    const cpuOfPostgres = await postgresCpu(postgres.url);
    const contenders = {
      now: await start(root, 'now'),
      before: await start(folder, 'before'),
      nowES256: await start(root, 'now_es256', 'ES256'),
      beforeES256: await start(folder, 'before_es256', 'ES256'),
    };
    const chosen = [...scenarios, ...ownScenarios]
      .filter(({ key }) => only.length === 0 || only.includes(key))
      .map(ofTwoVersions);
    const length = quick ? lengths.quick : lengths.full;
    const tell = ({ title }) => console.error(`measured: ${title}`);
    const results = await compare({ contenders, cpuOfPostgres }, chosen, { ...length, tell });
    return table(['request', `${commit}, per second`, 'now', 'now ÷ before', 'CPU ms before', 'now'], results.map(row));
  } finally {
    await Promise.all(started.map(({ end }) => end()));
    await postgres.stop();
  }
}

/** A new database with the migrations and the seed of a version. */
async function databaseOf(version, url, name) {
  const databaseUrl = await newDatabase(url, name);
  const { migrate, seed } = await import(pathToFileURL(join(version, 'packages/server/dist/src/index.js')).href);
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: seatTrafficSeed });
  return databaseUrl;
}

function ofTwoVersions({ contenders: [ours], start, ...scenario }) {
  const names = ours === 'identityES256' ? ['nowES256', 'beforeES256'] : ['now', 'before'];
  return { ...scenario, bars: {}, contenders: names, start: (_name, contender) => start(ours, contender) };
}

function row({ title, figures, measured }) {
  const [now, before] = Object.keys(figures);
  const number = (value, digits) => (value === undefined ? '–' : value.toFixed(digits));
  const costs = ({ cpu, postgresCpu }) => `${number(cpu, 2)} + ${number(postgresCpu, 2)}`;
  const ratios = measured[now].map(({ perSecond }, round) => perSecond / measured[before][round].perSecond);
  return [
    title,
    number(figures[before].perSecond, 0),
    number(figures[now].perSecond, 0),
    `${number(median(ratios), 2)} (${number(Math.min(...ratios), 2)}–${number(Math.max(...ratios), 2)})`,
    costs(figures[before]),
    costs(figures[now]),
  ];
}
