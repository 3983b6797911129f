import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { compare } from './compare.mjs';
import { fillDatabase } from './fill-database.mjs';
import { comparisonSeed } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { scaleChart } from './scale-chart.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { durable, newDatabase, startContender } from './start-contenders.mjs';
import { table } from './table.mjs';
import { machine, writeBeside, writePart } from './write-docs.mjs';

const mostGrowth = 1.3;
const lengths = {
  full: { sizes: [1_000, 100_000, 1_000_000], rounds: 5, seconds: 2.5, warmUp: 1_500 },
  quick: { sizes: [1_000, 100_000], rounds: 3, seconds: 0.8, warmUp: 150 },
};

/** Runs this server over databases of growing size, in interleaved rounds: what a request costs must not grow with them. */
export async function runScale({ quick, only, write }) {
  const { sizes, ...length } = quick ? lengths.quick : lengths.full;
  const postgres = await startTemporaryPostgres({
    settings: { ...durable, max_wal_size: '8GB', shared_buffers: '512MB' },
  });
  const contenders = {};
  try {
    for (const size of sizes) contenders[nameOf(size)] = await startSized(postgres.url, size);
    const names = sizes.map(nameOf);
    const chosen = scenarios
      .filter(({ key, contenders: [first] }) => first === 'identity' && (only.length === 0 || only.includes(key)))
      .map((scenario) => ({ ...scenario, contenders: names, bars: {} }));
    const cpuOfPostgres = await postgresCpu(postgres.url);
    const results = await compare({ contenders, cpuOfPostgres }, chosen, {
      ...length,
      tell: ({ title }) => console.log(title),
    });
    const curves = results.map(({ title, figures }) => ({ title, costs: names.map((name) => costOf(figures[name])) }));
    const text = scaleTable(sizes, curves);
    console.log(text);
    for (const { title, costs } of curves) if (growthOf(costs) > mostGrowth) console.log(`Grows too much: ${title}`);
    if (write) {
      await writeBeside('performance-scale.svg', scaleChart(sizes, curves));
      const picture = '![Cost per request by the number of people](performance-scale.svg)';
      await writePart('scale', [await machine(), text, picture].join('\n\n'));
    }
  } finally {
    await Promise.all(Object.values(contenders).map(({ end }) => end()));
    await postgres.stop();
  }
}

const nameOf = (size) => `identity ${size}`;
const costOf = ({ cpu, postgresCpu: ofPostgres = 0 }) => cpu + ofPostgres;
const growthOf = (costs) => costs.at(-1) / costs[0];

async function startSized(url, size) {
  const databaseUrl = await newDatabase(url, `people_${size}`);
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: comparisonSeed });
  await fillDatabase(databaseUrl, size);
  return startContender('identity', [databaseUrl]);
}

function scaleTable(sizes, curves) {
  const rows = curves.map(({ title, costs }) => [
    title,
    ...costs.map((cost) => cost.toFixed(2)),
    `${growthOf(costs).toFixed(2)}×`,
  ]);
  const heading = ['CPU ms per request', ...sizes.map((size) => `${size.toLocaleString('en')} people`), 'growth'];
  return table(heading, rows);
}
