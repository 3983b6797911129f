import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const file = new URL('./hot-requests.json', import.meta.url);
const read = () => JSON.parse(readFileSync(file, 'utf8'));

/** How to record the CPU of all hot requests. */
export const recordCommand = 'npm run bench -- --only=hot-requests --write';

/** The recorded costs of the busiest requests: statements, round trips, and CPU as a multiple of M. */
export const recordedCosts = () => read().requests;

/** What the ratios of CPU depend on: the model of the CPU, and the major version of Node.js. */
const thisMachine = () => ({ cpu: cpus()[0]?.model ?? 'unknown', node: Number.parseInt(process.versions.node, 10) });
const shown = ({ cpu, node }) => `${cpu}, Node.js ${node}`;

/** How much more CPU than recorded a request may take, and why it is that much. */
export function allowedGrowth() {
  const [recorded, here] = [read().measuredOn, thisMachine()].map(shown);
  if (recorded === here) return { percent: 8, why: `recorded on the same CPU and version: ${here}` };
  const why = `recorded on another CPU or version (${recorded}; here ${here}). For 8 %, run "${recordCommand}"`;
  return { percent: 30, why };
}

/** Writes the ratios, one line for each request. */
export function recordRatios(ratios) {
  const { measuredOn, requests } = read();
  const missing = Object.keys(requests).some((name) => requests[name].cpu !== undefined && ratios[name] === undefined);
  if (missing && shown(measuredOn) !== shown(thisMachine())) {
    throw new Error(`The other ratios are from another machine (${shown(measuredOn)}): run "${recordCommand}".`);
  }
  const lines = Object.entries(requests).map(([name, { statements, roundTrips, cpu }]) => {
    const ratio = ratios[name] === undefined ? cpu : Number(ratios[name].toFixed(2));
    const costs = [
      `"statements": ${statements}`,
      `"roundTrips": ${roundTrips}`,
      ...(ratio === undefined ? [] : [`"cpu": ${ratio}`]),
    ];
    return `    ${JSON.stringify(name)}: { ${costs.join(', ')} }`;
  });
  const { cpu, node } = thisMachine();
  const machine = `{ "cpu": ${JSON.stringify(cpu)}, "node": ${node} }`;
  writeFileSync(file, `{\n  "measuredOn": ${machine},\n  "requests": {\n${lines.join(',\n')}\n  }\n}\n`);
}
