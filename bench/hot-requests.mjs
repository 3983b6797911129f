import { readFileSync, writeFileSync } from 'node:fs';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { measureCpuRatios } from './cpu-ratios.mjs';
import { comparisonSeed } from './fixtures.mjs';

const file = new URL('./hot-requests.json', import.meta.url);

/** The recorded costs of the busiest requests: statements, round trips, and CPU as a multiple of M. */
export const recordedCosts = () => JSON.parse(readFileSync(file, 'utf8'));

/** Measures the CPU of the hot requests as a multiple of M, over a PostgreSQL of its own. */
export async function measureHotRequests({ write = false, ...how } = {}) {
  const postgres = await startTemporaryPostgres();
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: comparisonSeed });
    const ratios = await measureCpuRatios(postgres.url, how);
    if (write) record(ratios);
    return ratios;
  } finally {
    await postgres.stop();
  }
}

/** Writes the ratios, one line for each request. */
function record(ratios) {
  const lines = Object.entries(recordedCosts()).map(([name, { statements, roundTrips, cpu }]) => {
    const ratio = ratios[name] === undefined ? cpu : Number(ratios[name].toFixed(2));
    const shown = [
      `"statements": ${statements}`,
      `"roundTrips": ${roundTrips}`,
      ...(ratio === undefined ? [] : [`"cpu": ${ratio}`]),
    ];
    return `  ${JSON.stringify(name)}: { ${shown.join(', ')} }`;
  });
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

/** One line of figures, for the terminal. */
export function costLine(name, { ratios, milliseconds, ofMap }) {
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
  return `${name}: ${each} times M (${milliseconds.toFixed(3)} ms, M ${ofMap.toFixed(3)} ms)`;
}
