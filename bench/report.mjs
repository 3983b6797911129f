import { table } from './table.mjs';

const number = (value, digits = 2) => (value === undefined ? '–' : value.toFixed(digits));

/** One scenario, for the terminal. */
export function resultLine({ title, ours, figures, ratios, bars }) {
  const costs = Object.entries(figures).map(
    ([name, { perSecond, p50, p99, cpu, postgresCpu }]) =>
      `    ${name.padEnd(14)} ${number(perSecond, 0).padStart(6)}/s  p50 ${number(p50, 1)}  p99 ${number(p99, 1)}  CPU ${number(cpu)} + ${number(postgresCpu)} ms`,
  );
  const shares = Object.entries(ratios).map(([anchor, ratio]) => share(anchor, ratio, bars[anchor]));
  return [`${title}: ${ours} = ${shares.join(', ')}`, ...costs].join('\n');
}

const share = (anchor, ratio, bar) =>
  `${number(ratio)} ${anchor}${bar ? ` (bar ${bar.least}${ratio >= bar.least ? '' : ', missed'})` : ''}`;

/** The bars that were not reached. */
export function missedBars(results) {
  return results.flatMap(({ title, bars, ratios }) =>
    Object.entries(bars)
      .filter(([anchor, { least }]) => ratios[anchor] !== undefined && ratios[anchor] < least)
      .map(([anchor, { least }]) => `${title}: ${number(ratios[anchor])} ${anchor}, at least ${least} ${anchor}`),
  );
}

/** All scenarios as one Markdown table: the ratios first, because they carry over to other machines. */
export function comparisonTable(results) {
  const rows = results.map(({ title, ours, figures, ratios, bars }) => {
    const { perSecond, p50, p99, cpu, postgresCpu } = figures[ours];
    const compared = Object.entries(bars).filter(([anchor]) => ratios[anchor] !== undefined);
    const wanted = compared.map(([anchor, { least }]) => `${least} ${anchor}`);
    const reached = Object.entries(ratios).map(([anchor, ratio]) => `${number(ratio)} ${anchor}`);
    const costs = `${number(cpu)} + ${number(postgresCpu)}`;
    return [
      title,
      reached.join(', '),
      wanted.join(', '),
      number(perSecond, 0),
      `${number(p50, 0)} / ${number(p99, 0)}`,
      costs,
    ];
  });
  return table(['scenario', 'reached', 'bar', 'per second', 'p50 / p99 ms', 'CPU ms, server + PostgreSQL'], rows);
}
