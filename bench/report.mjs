const number = (value, digits = 2) => (value === undefined ? '–' : value.toFixed(digits));

/** One line for whoever watches. */
export function resultLine({ title, ours, figures, ratios, bars }) {
  const shares = Object.entries(ratios).map(([anchor, ratio]) => {
    const bar = bars[anchor];
    return `${number(ratio)} ${anchor}${bar ? ` (bar ${bar.least}${ratio >= bar.least ? '' : ', MISSED'})` : ''}`;
  });
  const costs = Object.entries(figures).map(
    ([name, { perSecond, p50, p99, cpu, postgresCpu }]) =>
      `    ${name.padEnd(14)} ${number(perSecond, 0).padStart(6)}/s  p50 ${number(p50, 1)}  p99 ${number(p99, 1)}  CPU ${number(cpu)} + ${number(postgresCpu)} ms`,
  );
  return [`${title}: ${ours} = ${shares.join(', ')}`, ...costs].join('\n');
}
