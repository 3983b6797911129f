import { comparisonChart } from './chart.mjs';
import { compare } from './compare.mjs';
import { hasGlewlwyd } from './contenders/glewlwyd-setup.mjs';
import { connections, loadedWith } from './load.mjs';
import { probe } from './probes.mjs';
import { comparisonTable, missedBars, resultLine } from './report.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { measureSignInStorm } from './sign-in-storm.mjs';
import { soak } from './soak.mjs';
import { startContenders } from './start-contenders.mjs';
import { machine, writeBeside, writePart } from './write-docs.mjs';

const lengths = {
  full: {
    rounds: 5,
    seconds: 2.5,
    warmUp: { requests: 1_500, seconds: 10 },
    signIns: 160,
    soak: { seconds: 60, slice: 5 },
  },
  quick: {
    rounds: 5,
    seconds: 0.3,
    warmUp: { requests: 250, seconds: 1 },
    signIns: 32,
    soak: { seconds: 4, slice: 1 },
  },
};

/** Compares this server with the anchors, each scenario in interleaved rounds, and verifies the responses. */
export async function runComparison({ quick, only, write }) {
  const chosen = scenarios
    .filter(({ key }) => only.length === 0 || only.includes(key))
    .map((scenario) => (quick ? withBarsOnly(scenario) : scenario));
  const length = quick ? lengths.quick : lengths.full;
  console.log(`Load by ${loadedWith}.`);
  if (!hasGlewlwyd) console.log(withoutGlewlwyd);
  const started = await startContenders();
  try {
    const results = await compare(started, chosen, { ...length, tell: (result) => console.log(resultLine(result)) });
    const also = [];
    if (only.length === 0) {
      also.push(await measureSignInStorm(started, length));
      also.push(await soak(started, length.soak));
    }
    await probe(started.contenders);
    for (const sentence of also) console.log(sentence);
    for (const missed of missedBars(results)) console.log(`Missed: ${missed}`);
    if (write) await writeDocs(results, also, length);
  } finally {
    await started.stop();
  }
}

/** A quick run omits the anchors without a bar. */
const withBarsOnly = ({ contenders: [ours, ...anchors], bars, ...scenario }) => ({
  ...scenario,
  bars,
  contenders: [ours, ...anchors.filter((anchor) => bars[anchor])],
});

const withoutGlewlwyd = 'G is not compared, for glewlwyd is not installed.';

async function writeDocs(results, also, { rounds, seconds }) {
  const how = `Medians of ${rounds} interleaved rounds of ${seconds} s with ${connections} connections. Load by ${loadedWith}. ${hasGlewlwyd ? '' : `${withoutGlewlwyd} `}${await machine()}`;
  const points = also.map((sentence) => `- ${sentence}`).join('\n');
  const picture = '![Requests per second as a share of each anchor](performance.svg)';
  await writeBeside('performance.svg', comparisonChart(results));
  await writeBeside('performance.json', `${JSON.stringify({ how, also, results }, null, 2)}\n`);
  await writePart('comparison', [how, comparisonTable(results), ...(points ? [points] : []), picture].join('\n\n'));
}
