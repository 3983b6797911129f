import { comparisonChart } from './chart.mjs';
import { compare } from './compare.mjs';
import { probe } from './probes.mjs';
import { comparisonTable, missedBars, resultLine } from './report.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { measureSignInStorm } from './sign-in-storm.mjs';
import { soak } from './soak.mjs';
import { startContenders } from './start-contenders.mjs';
import { machine, writeBeside, writePart } from './write-docs.mjs';

const lengths = {
  full: { rounds: 5, seconds: 2.5, warmUp: 1_500, soakSeconds: 60 },
  quick: { rounds: 3, seconds: 0.8, warmUp: 500, soakSeconds: 0 },
};

/** Compares this server with the anchors, each scenario in interleaved rounds, and proves that the answers are right. */
export async function runComparison({ quick, only, write }) {
  const chosen = scenarios.filter(({ key }) => only.length === 0 || only.includes(key));
  const length = quick ? lengths.quick : lengths.full;
  const started = await startContenders();
  try {
    const results = await compare(started, chosen, { ...length, tell: (result) => console.log(resultLine(result)) });
    const also = [];
    if (only.length === 0) {
      also.push(await measureSignInStorm(started, { signIns: quick ? 32 : 160 }));
      if (length.soakSeconds > 0) also.push(await soak(started, length.soakSeconds));
    }
    await probe(started.contenders);
    for (const sentence of also) console.log(sentence);
    for (const missed of missedBars(results)) console.log(`Missed: ${missed}`);
    if (write) await writeDocs(results, also, length);
  } finally {
    await started.stop();
  }
}

async function writeDocs(results, also, { rounds, seconds }) {
  const how = `Medians of ${rounds} interleaved rounds of ${seconds} s with 16 connections. ${await machine()}`;
  const points = also.map((sentence) => `- ${sentence}`).join('\n');
  const picture = '![Requests per second as a share of each anchor](performance.svg)';
  await writeBeside('performance.svg', comparisonChart(results));
  await writeBeside('performance.json', `${JSON.stringify({ how, also, results }, null, 2)}\n`);
  await writePart('comparison', [how, comparisonTable(results), ...(points ? [points] : []), picture].join('\n\n'));
}
