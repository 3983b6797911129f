import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { measureCpuRatio, measuredRequests } from './cpu-ratios.mjs';
import { comparisonSeed } from './fixtures.mjs';
import { recordRatios } from './hot-request-costs.mjs';
import { startContender } from './start-contender.mjs';

/** One recording is the larger of so many measurements: what a quiet moment measured would often be exceeded. */
const recordings = 3;

/** Starts this server and M in one process, over a PostgreSQL of its own. `measure` returns the ratio of a request. */
export async function openHotRequests() {
  const postgres = await startTemporaryPostgres();
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: comparisonSeed });
    const contender = await startContender('identity-and-map', [postgres.url]);
    return {
      measure: (name, how) => measureCpuRatio(contender, name, how),
      close: async () => {
        await contender.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Measures the CPU of the hot requests as a multiple of M; with `write` several times, to record the largest ratios. */
export async function measureHotRequests({ write = false, only = [], tell, ...how } = {}) {
  const ratios = {};
  for (let turn = 0; turn < (write ? recordings : 1); turn += 1) {
    const opened = await openHotRequests();
    try {
      for (const name of only.length > 0 ? only : measuredRequests) {
        const measured = await opened.measure(name, how);
        tell?.(costLine(name, measured));
        ratios[name] = Math.max(ratios[name] ?? 0, measured.ratio);
      }
    } finally {
      await opened.close();
    }
  }
  if (write) recordRatios(ratios);
}

/** One line of figures, for the terminal. */
function costLine(name, { ratio, ratios, milliseconds, ofMap }) {
  const each = ratios.map((one) => one.toFixed(2)).join(' ');
  return `${name}: ${ratio.toFixed(2)} times M (${each}; ${milliseconds.toFixed(3)} ms, M ${ofMap.toFixed(3)} ms)`;
}
