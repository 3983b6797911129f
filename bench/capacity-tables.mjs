import { size } from './capacity.mjs';
import { defaults, limitsOf } from './capacity-model.mjs';
import { table } from './table.mjs';

const titles = {
  signIn: 'sign-in',
  refresh: 'refresh',
  machine: 'machine token',
  check: 'license check',
  change: 'seat granted or revoked',
};
const fixed = (value, digits = 2) => value.toFixed(digits);
const day = 86_400;

/** What one request of each kind costs, and the bytes of a row. */
export function costsTable({ idle, requests, bytes }) {
  const costs = Object.entries(requests).map(([kind, cost]) => [
    titles[kind],
    fixed(cost.server),
    fixed(cost.postgres),
    size(cost.wal),
    size(cost.walAfterCheckpoint),
    rowsText(cost.rows),
  ]);
  const still = ['no request, one second', fixed(idle.server), fixed(idle.postgres), size(idle.wal), '', ''];
  const heading = ['request', 'CPU ms, server', 'CPU ms, PostgreSQL', 'WAL', 'WAL after a checkpoint', 'new rows'];
  const rows = Object.entries(bytes).map(([name, value]) => [
    name === 'user' ? 'a user with membership and seat' : `\`${name}\``,
    size(value),
  ]);
  return `${table(heading, [...costs, still])}\n\n${table(['a row', 'disk with indexes'], rows)}`;
}

const rowsText = (rows) =>
  Object.entries(rows)
    .map(([name, { count, seconds }]) => `${fixed(count, 1)} ${name}${name === 'events' ? '' : ` (${stay(seconds)})`}`)
    .join(', ');

const stay = (seconds) => (seconds > day ? `${fixed(seconds / day, 1)} d` : `${fixed(seconds / 60, 0)} min`);

const measures = {
  server: { title: 'CPU of the server, ms', show: (value) => fixed(value, 1) },
  postgres: { title: 'CPU of PostgreSQL, ms', show: (value) => fixed(value, 1) },
  wal: { title: 'WAL', show: size },
  rows: { title: 'new rows', show: (value) => fixed(value, 1) },
};

/** Prediction and measurement of a second at each size, with the deviation of the prediction. */
export function checkTable(checks) {
  const rows = checks.flatMap(({ perSecond, sentPerSecond, compared }) =>
    Object.entries(compared).map(([what, { predicted, measured }]) => {
      const { title, show } = measures[what];
      return [
        perSecond,
        fixed(sentPerSecond, 1),
        title,
        show(predicted),
        show(measured),
        deviation(predicted, measured),
      ];
    }),
  );
  const [{ mix, seconds }] = checks;
  const shares = Object.entries(mix).map(([kind, share]) => `${Math.round(share * 100)} % ${titles[kind]}`);
  const note = `Each size for ${seconds} s: ${shares.join(', ')}.`;
  return `${note}\n\n${table(['requests a second', 'sent', 'in a second', 'predicted', 'measured', 'deviation'], rows)}`;
}

/** How far the prediction is above (+) or below (-) the measurement. */
export const deviation = (predicted, measured) => {
  const percent = (predicted / measured - 1) * 100;
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(0)} %`;
};

/** How many requests of one kind alone a PostgreSQL can serve, by the model. */
export function limitTable(costs) {
  const cores = [4, 16, 64];
  const limits = cores.map((count) => limitsOf(count, costs));
  const rows = Object.keys(costs.requests).map((kind) => [
    titles[kind],
    ...limits.map((limit) => Math.round(limit[kind].perSecond).toLocaleString('en')),
    `${size(limits.at(-1)[kind].walPerSecond)}/s`,
    Math.ceil((limits.at(-1)[kind].perSecond * costs.requests[kind].server) / 1000 / defaults.utilization),
  ]);
  const last = cores.at(-1);
  const heading = [
    'a second, this kind alone',
    ...cores.map((count) => `${count} cores`),
    `WAL with ${last} cores`,
    `server processes for ${last} cores`,
  ];
  return table(heading, rows);
}
