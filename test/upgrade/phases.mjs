/**
 * The phases of a rolling upgrade with two processes. `processes` says which version each of them has at the end of the phase;
 * one process is replaced after the other. `newer` is the new version with a newer version of a plugin that has a table of its
 * own. `migrate` names the version that migrates at the beginning.
 */
export const phases = [
  { name: 'old only', processes: ['old', 'old'] },
  { name: 'migrated while old runs', processes: ['old', 'old'], migrate: 'new' },
  { name: 'one old, one new', processes: ['old', 'new'] },
  { name: 'new only', processes: ['new', 'new'] },
  { name: 'rolling back', processes: ['new', 'old'] },
  { name: 'old only again', processes: ['old', 'old'] },
  { name: 'upgrading again', processes: ['old', 'new'] },
  { name: 'new only again', processes: ['new', 'new'] },
  { name: 'plugin migrated while it runs', processes: ['new', 'new'], migrate: 'newer' },
  { name: 'both versions of the plugin', processes: ['new', 'newer'] },
  { name: 'newer plugin only', processes: ['newer', 'newer'] },
  { name: 'plugin rolled back', processes: ['newer', 'new'] },
];
