const titles = {
  none: () => 'none',
  paced: ({ perSecond }) => `${perSecond} per second requested`,
  full: ({ workers }) => `${workers} at a time, without a pause`,
};

/** The Markdown table of the seat traffic. */
export function seatTrafficTable(phases, how) {
  const alone = at(changesOf(phases.none), 0.95);
  const rows = Object.entries(phases).map(([traffic, measured]) => {
    const seats = median(measured.map(({ seatsPerSecond }) => seatsPerSecond));
    const changes = changesOf(measured);
    const others = measured.flatMap((each) => each.others);
    const cells = [
      titles[traffic](how),
      traffic === 'none' ? '–' : seats.toFixed(0),
      ...spread(changes),
      traffic === 'none' ? '–' : (at(changes, 0.95) / alone).toFixed(1),
      ...spread(others),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const heading = [
    '| seat calls of the tenant | reached per second | its changes: p50 | p95 | worst | p95 ÷ alone | another tenant: p50 | p95 | worst |',
    `|${' --- |'.repeat(9)}`,
  ];
  const note = `Milliseconds over HTTP, ${how.rounds} interleaved rounds of ${how.seconds} s; one server process, changes and requests one after the other. The goal is a p95 of at most four times the one without seat calls, at any load.`;
  return `## Changes beside seat calls\n\n${[...heading, ...rows].join('\n')}\n\n${note}\n`;
}

const changesOf = (measured) => measured.flatMap((each) => each.changes);
const sorted = (values) => values.toSorted((one, another) => one - another);
const at = (values, part) => sorted(values)[Math.floor((values.length - 1) * part)];
const median = (values) => at(values, 0.5);
const spread = (times) => [0.5, 0.95, 1].map((part) => at(times, part).toFixed(0));
