import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { capacityOf, defaults } from './capacity-model.mjs';
import { table } from './table.mjs';

const names = [
  'users',
  'sign-ins-per-day',
  'tokens-per-second',
  'checks-per-second',
  'changes-per-day',
  ...Object.keys(defaults),
];
const shares = ['refresh-share', 'utilization'];
const usage = `npm run capacity -- --users 100000 --sign-ins-per-day 50000 --tokens-per-second 50 --checks-per-second 500
Also: --changes-per-day (0), ${Object.entries(defaults)
  .map(([name, value]) => `--${name} (${value})`)
  .join(', ')}`;

/** The demand of the command line; throws with the name of the option that is not valid. */
export function readDemand(args) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ args, options });
  if (Object.keys(values).length === 0) throw new Error('Say how much is expected.');
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, numberOf(name, value)]));
}

function numberOf(name, text) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const isShare = shares.includes(name);
  if (!Number.isFinite(value) || value < 0 || (isShare && value > 1))
    throw new Error(`--${name} must be a number ${isShare ? 'from 0 to 1' : 'of at least 0'}, not "${text}".`);
  if ((name === 'utilization' && value === 0) || (name === 'peak-factor' && value < 1))
    throw new Error(`--${name} must be ${name === 'utilization' ? 'above 0' : 'at least 1'}.`);
  return value;
}

/** The needs as a Markdown table. */
export function capacityTable(demand, costs) {
  const need = capacityOf(demand, costs);
  const rates = Object.entries({
    'sign-ins': 'signIn',
    refreshes: 'refresh',
    'machine tokens': 'machine',
    checks: 'check',
    changes: 'change',
  });
  const { users, sessions, tokens, events } = need.bytes;
  return table(
    ['what', 'needed', 'why'],
    [
      ['requests at the peak', rates.map(([name, kind]) => `${round(need.peak[kind])} ${name}`).join(', '), 'a second'],
      ['server processes', need.processes, `one core each; ${round(need.serverBusy)} cores busy at the peak`],
      ['cores of PostgreSQL', need.postgresCores, `${round(need.postgresBusy)} cores busy at the peak`],
      ['connections', need.connections, 'max_connections, with room for a rolling upgrade'],
      ['memory of the servers', `${round(need.processes * 0.2)} GB`, '200 MB for each process'],
      [
        'disk',
        size(need.disk),
        `users ${size(users)}, sessions ${size(sessions)}, tokens ${size(tokens)}, events ${size(events)}`,
      ],
      [
        'WAL at the peak',
        `${size(need.walPerSecond)}/s`,
        `right after a checkpoint up to ${size(need.walPerSecondAfterCheckpoint)}/s`,
      ],
      ['WAL in a day', size(need.walPerDay), 'without full pages after checkpoints'],
    ],
  );
}

const round = (value) => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString());

/** Bytes with a unit. */
export function size(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${round(bytes / 1000 ** power)} ${units[power]}`;
}

/** The measured costs, written by `npm run bench -- --only capacity`. */
export const readCosts = () =>
  JSON.parse(readFileSync(new URL('../docs/operations/capacity.json', import.meta.url), 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const demand = readDemand(process.argv.slice(2));
    const costs = readCosts();
    console.log(`${capacityTable(demand, costs)}\n\n${costs.how}`);
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 1;
  }
}
