import { availableParallelism } from 'node:os';
import { median } from './compare.mjs';
import { table } from './table.mjs';

const fixed = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

/** Throughput and p99 of each variant as a ratio to one process within each round, and the CPU of a request. */
export function processesTable(results) {
  const rows = results.flatMap(({ title, measured }) => {
    const [one] = Object.values(measured);
    return Object.entries(measured).map(([name, rounds]) => {
      const ratio = (field) => median(rounds.map((round, at) => round[field] / one[at][field]));
      const cost = (field) => fixed(median(rounds.map((round) => round[field] / round.sent)));
      return [
        title,
        name,
        `${fixed(ratio('perSecond'))}×`,
        `${fixed(ratio('p99'))}×`,
        fixed(median(rounds.map(({ perSecond }) => perSecond)), 0),
        fixed(median(rounds.map(({ p99 }) => p99)), 0),
        `${cost('cpu')} + ${cost('postgresCpu')}`,
        cost('otherCpu'),
      ];
    });
  });
  const heading = [
    'request',
    'variant',
    'throughput',
    'p99',
    'per second',
    'p99 ms',
    'CPU ms, server + PostgreSQL',
    'CPU ms, PgBouncer or standby',
  ];
  return [table(heading, rows), ...sharedCores()].join('\n\n');
}

/** With few cores the ratios say little about machines of their own. */
function sharedCores() {
  const cores = availableParallelism();
  if (cores > 4) return [];
  return [
    `This machine has only ${cores} cores. Two processes share them with PostgreSQL, the standby and the load\ngenerator, so the ratio of two processes shows the cost of sharing, not what a second machine adds.`,
  ];
}
