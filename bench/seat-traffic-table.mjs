const titles = {
  none: () => 'none',
  paced: ({ perSecond }) => `${perSecond} per second requested`,
  full: ({ workers }) => `${workers} at a time, without a pause`,
};

/** The Markdown table of the seat traffic. */
export function seatTrafficTable(phases, how) {
  const ratios = ratiosOfChanges(phases);
  const rows = Object.entries(phases).map(([traffic, measured]) => {
    const seats = median(measured.map(({ seatsPerSecond }) => seatsPerSecond));
    const changes = changesOf(measured);
    const others = measured.flatMap((each) => each.others);
    const cells = [
      titles[traffic](how),
      traffic === 'none' ? '–' : seats.toFixed(0),
      ...spread(changes),
      traffic === 'none' ? '–' : ratios[traffic].toFixed(1),
      ...spread(others),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const heading = [
    '| seat calls of the tenant | reached per second | its changes: p50 | p95 | worst | p95 ÷ alone | another tenant: p50 | p95 | worst |',
    `|${' --- |'.repeat(9)}`,
  ];
  const note = `Milliseconds over HTTP, ${how.rounds} interleaved rounds of ${how.seconds} s; ${how.processes === 1 ? 'one server process' : `seat calls at ${how.processes} server processes, changes at the first`}, changes and requests one after the other. The goal is a p95 of at most ${how.goal} times the one without seat calls, at any load.`;
  return `## Changes beside seat calls\n\n${[...heading, ...rows].join('\n')}\n\n${note}\n`;
}

/** The p95 of changes beside each kind of seat calls, divided by the one without them. */
export function ratiosOfChanges({ none, ...beside }) {
  const alone = at(changesOf(none), 0.95);
  return Object.fromEntries(
    Object.entries(beside).map(([traffic, measured]) => [traffic, at(changesOf(measured), 0.95) / alone]),
  );
}

const changesOf = (measured) => measured.flatMap((each) => each.changes);
const sorted = (values) => values.toSorted((one, another) => one - another);
const at = (values, part) => sorted(values)[Math.floor((values.length - 1) * part)];
const median = (values) => at(values, 0.5);
const spread = (times) => [0.5, 0.95, 1].map((part) => at(times, part).toFixed(0));
