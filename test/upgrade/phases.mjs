/**
 * The phases of a rolling upgrade with two processes. `processes` says which version each of them has at the end of the phase;
 * one process is replaced after the other.
 */
export const phases = [
  { name: 'old only', processes: ['old', 'old'] },
  { name: 'migrated while old runs', processes: ['old', 'old'], migrate: true },
  { name: 'one old, one new', processes: ['old', 'new'] },
  { name: 'new only', processes: ['new', 'new'] },
  { name: 'rolling back', processes: ['new', 'old'] },
  { name: 'old only again', processes: ['old', 'old'] },
  { name: 'upgrading again', processes: ['old', 'new'] },
  { name: 'new only again', processes: ['new', 'new'] },
];
