import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import { compare, median } from './compare.mjs';
import { loadedWith } from './load.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { scaleChart } from './scale-chart.mjs';
import { growthLines, scaleTable } from './scale-table.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { durable } from './start-contenders.mjs';
import { startSized } from './start-sized.mjs';
import { machine, writeBeside, writePart } from './write-docs.mjs';

const lengths = {
  full: { sizes: [1_000, 100_000, 1_000_000], rounds: 9, seconds: 1, warmUp: { requests: 1_500, seconds: 10 } },
  quick: { sizes: [1_000, 100_000], rounds: 5, seconds: 0.4, warmUp: { requests: 300, seconds: 2 } },
};
const settings = {
  ...durable,
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  // Otherwise autovacuum would clean up after the filling during a measurement.
  autovacuum: 'off',
};

/** Runs this server over databases of growing size, in interleaved rounds: the cost of a request must not grow. */
export async function runScale({ quick, only, write }) {
  const { sizes, ...length } = quick ? lengths.quick : lengths.full;
  console.log(`Load by ${loadedWith}.`);
  const postgres = await startTemporaryPostgres({ settings });
  const contenders = {};
  try {
    for (const size of sizes) Object.assign(contenders, await startSized(postgres.url, size));
    const chosen = scenarios
      .filter(({ key }) => only.length === 0 || only.includes(key))
      .map((scenario) => ({
        ...scenario,
        contenders: sizes.map((size) => `${scenario.contenders[0]} ${size}`),
        bars: {},
      }));
    const cpuOfPostgres = await postgresCpu(postgres.url);
    const tell = (result) => console.log(growthLines([curveOf(result)]));
    const results = await compare({ contenders, cpuOfPostgres }, chosen, { ...length, tell });
    const curves = results.map(curveOf);
    const text = scaleTable(sizes, curves);
    console.log(text);
    if (write) await writeDocs(sizes, curves, text);
  } finally {
    await Promise.all(Object.values(contenders).map(({ end }) => end()));
    await postgres.stop();
  }
}

const ofServer = ({ cpu, sent }) => cpu / sent;
const ofPostgres = ({ postgresCpu: used = 0, sent }) => used / sent;
const ofBoth = (round) => ofServer(round) + ofPostgres(round);

/** The cost of a request in each database, and its ratio to the smallest: the medians of the rounds. */
function curveOf({ title, measured }) {
  const sized = Object.values(measured);
  const [smallest] = sized;
  const medians = (costOf) => sized.map((rounds) => median(rounds.map(costOf)));
  return {
    title,
    server: medians(ofServer),
    postgres: medians(ofPostgres),
    multiples: sized.map((rounds) => median(rounds.map((round, at) => ofBoth(round) / ofBoth(smallest[at])))),
  };
}

async function writeDocs(sizes, curves, text) {
  await writeBeside('performance-scale.svg', scaleChart(sizes, curves));
  const picture = '![Cost per request by the number of people](performance-scale.svg)';
  await writePart('scale', [`Load by ${loadedWith}. ${await machine()}`, text, picture].join('\n\n'));
}
