import { parseArgs } from 'node:util';

/** The failures of each round. */
const everyRound = ['kill', 'freeze', 'cut', 'switchover', 'server'];
/** These, and the one that `--only standby` adds. */
export const kinds = [...everyRound, 'standby'];

/** Reads the options of the command line. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      minutes: { type: 'string', default: '20' },
      report: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',') ?? everyRound;
  for (const kind of only)
    if (!kinds.includes(kind)) throw new Error(`--only takes ${kinds.join(', ')}; not "${kind}".`);
  return {
    rounds: Number(values.rounds),
    kinds: only,
    /** The whole run ends after this time. The last failure starts three minutes before. */
    minutes: Number(values.minutes),
    report: values.report,
    /** Whether the logs and data stay. */
    keep: values.keep,
  };
}
