import { line } from '@org/identity-ui';

/** All imports, and the form for a new one. */
export const imports = {
  name: 'Import',
  title: 'Import people',
  lead: 'The file has one person in each line, as JSON (NDJSON). Rehearse it first: it counts and reports the same, and changes nothing.',
  file: 'File',
  fileHint: (megabytes: number) => line`At most ${megabytes} MB here. Use the API or the command for larger files.`,
  rehearse: 'Rehearse only: change nothing',
  createTenants: 'Create organizations that do not exist, with the line of their owner',
  start: 'Start',
  earlier: 'Imports of the last 30 days',
  none: 'Nothing was imported yet.',
  started: 'Started',
  state: 'Status',
  lines: 'Lines',
};

export const importRefusals = {
  missing: 'Choose a file.',
  PAYLOAD_TOO_LARGE: 'The file is too large. Use the API or the command for it.',
  IMPORT_RUNNING: 'Two imports are running. Wait until one of them has ended.',
};

/** One import. */
export const oneImport = {
  name: 'Import',
  import: 'Import',
  rehearsal: 'Rehearsal',
  progress: (done: string, all: string) => line`${done} of ${all} lines are done. This page refreshes itself.`,
  created: 'Created',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  waiting: 'Waiting for a seat',
  withPassword: 'With a password',
  withSecondFactor: 'With an authenticator app',
  withLinks: 'With linked sign-in providers',
  ended: 'Ended',
  refusals: 'First lines that were refused',
  line: 'Line',
  email: 'Email',
  field: 'Field',
  reason: 'Reason',
  report: 'Download report',
  cancel: 'Cancel import',
  again: 'Nothing was changed. To import the people, choose the file again and start it without the rehearsal.',
  startNow: 'Import the file',
};

export const importStatuses = { RUNNING: 'Running', DONE: 'Done', FAILED: 'Failed', CANCELED: 'Canceled' };

export const importNotices = { canceled: 'The import is canceled. What was imported stays.' };
