const titles = {
  none: () => 'none',
  paced: ({ perSecond }) => `${perSecond} per second requested`,
  full: ({ workers }) => `${workers} at a time, without a pause`,
};

/** The Markdown table of the seat traffic. */
export function seatTrafficTable(phases, how) {
  const rows = Object.entries(phases).map(([traffic, measured]) => {
    const seats = median(measured.map(({ seatsPerSecond }) => seatsPerSecond));
    const changes = measured.flatMap((each) => each.changes);
    const others = measured.flatMap((each) => each.others);
    const cells = [
      titles[traffic](how),
      traffic === 'none' ? '–' : seats.toFixed(0),
      ...spread(changes),
      ...spread(others),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const heading = [
    '| seat calls of the tenant | reached per second | its changes: p50 | p95 | worst | another tenant: p50 | p95 | worst |',
    `|${' --- |'.repeat(8)}`,
  ];
  const note = `Milliseconds over HTTP, ${how.rounds} interleaved rounds of ${how.seconds} s; one server process, changes and requests one after the other.`;
  return `## Changes beside seat calls\n\n${[...heading, ...rows].join('\n')}\n\n${note}\n`;
}

const sorted = (values) => values.toSorted((one, another) => one - another);
const at = (values, part) => sorted(values)[Math.floor((values.length - 1) * part)];
const median = (values) => at(values, 0.5);
const spread = (times) => [0.5, 0.95, 1].map((part) => at(times, part).toFixed(0));
