/** The Markdown table of the purge. */
export function purgeTable(measured, { tokens, expiring, seconds }) {
  const rows = Object.entries(measured).flatMap(([name, { rounds, sizes }]) => {
    const deleted = sum(rounds.map(({ during }) => during.deleted));
    const purgeSeconds = sum(rounds.map(({ during }) => during.purgeTime)) / 1000;
    const extra = (kind) => {
      const rate =
        sum(rounds.map(({ without }) => without.cost[kind])) / sum(rounds.map(({ without }) => without.cost.time));
      const during = sum(rounds.map((round) => round.during.cost[kind] - rate * round.during.cost.time));
      return (during * 1_000_000) / deleted;
    };
    return ['machine', 'refresh'].map((kind) => {
      const p = (part, phase) =>
        at(
          rounds.flatMap((round) => round[phase].times[kind]),
          part,
        );
      const ratio = (part) =>
        at(
          rounds.map(({ without, during }) => at(during.times[kind], part) / at(without.times[kind], part)),
          0.5,
        );
      return row([
        name,
        kind,
        `${p(0.5, 'without').toFixed(0)} / ${p(0.99, 'without').toFixed(0)}`,
        `${p(0.5, 'during').toFixed(0)} / ${p(0.99, 'during').toFixed(0)}`,
        `${ratio(0.5).toFixed(2)}×`,
        `${ratio(0.99).toFixed(2)}×`,
        (deleted / purgeSeconds).toFixed(0),
        `${(extra('wal') / 1e6).toFixed(0)} MB`,
        `${(extra('cpu') / 1000).toFixed(0)} s`,
        `${(sizes.table / 1e6).toFixed(0)} + ${(sizes.indexes / 1e6).toFixed(0)} MB`,
      ]);
    });
  });
  const counts = Object.values(measured).map(({ rounds }) => rounds.length);
  const note = `${tokens.toLocaleString('en')} valid tokens, ${expiring.toLocaleString('en')} expired ones for each way. Milliseconds of a token
request over HTTP at a fixed rate. Phases of ${seconds} s without and with the purge in turn (${counts.join(' and ')} of each); the ratio is the
median of the ratios of neighbouring phases. WAL and PostgreSQL's CPU are for a million deleted rows, without those of the requests.`;
  return `## Token requests while expired tokens are deleted\n\n${[row(heading), row(heading.map(() => '---')), ...rows].join('\n')}\n\n${note}\n`;
}

const heading = [
  'purge',
  'request',
  'without: p50 / p99',
  'during: p50 / p99',
  'ratio of p50',
  'ratio of p99',
  'rows per second',
  'WAL',
  'CPU',
  'table + indexes afterwards',
];

const row = (cells) => `| ${cells.join(' | ')} |`;
const sum = (values) => values.reduce((total, value) => total + value, 0);
const at = (values, part) => values.toSorted((one, another) => one - another)[Math.floor((values.length - 1) * part)];
