import { compare } from './compare.mjs';
import { probe } from './probes.mjs';
import { resultLine } from './report.mjs';
import { scenarios } from './scenarios/scenarios.mjs';
import { startContenders } from './start-contenders.mjs';

const lengths = {
  full: { rounds: 5, seconds: 2.5, warmUp: 1.5 },
  quick: { rounds: 3, seconds: 0.8, warmUp: 0.4 },
};

/** Compares this server with the anchors, each scenario in interleaved rounds, and proves that the answers are right. */
export async function runComparison({ quick, only }) {
  const chosen = scenarios.filter(({ key }) => only.length === 0 || only.includes(key));
  const started = await startContenders();
  try {
    const length = quick ? lengths.quick : lengths.full;
    const results = await compare(started, chosen, { ...length, tell: (result) => console.log(resultLine(result)) });
    await probe(started.contenders);
    return { results, ...length };
  } finally {
    await started.stop();
  }
}
