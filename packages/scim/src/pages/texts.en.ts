import { line } from '@org/identity-ui';

/** The list of directories. */
export const directories = {
  name: 'Directories',
  title: 'Directories',
  lead: 'A directory such as Microsoft Entra ID or Okta adds and suspends members and keeps groups by SCIM 2.0. Users with an email of your verified domains become members at once; all others are invited. Owners and admins stay as they are until you hand them over.',
  heading: 'All directories',
  empty: 'No directories yet.',
  directory: 'Name',
  lastUsed: 'Last request',
  never: 'Never',
  created: 'Created',
  addHeading: 'Add a directory',
  nameHint: 'Such as Entra ID.',
  connection: 'Connection (optional)',
  connectionHint: 'Users sign in with it to the accounts that the directory creates from now on.',
  noConnection: 'None',
  add: 'Add directory',
};

/** One directory. */
export const directory = {
  name: 'Directory',
  baseUrl: 'Base URL',
  settings: 'Settings',
  save: 'Save',
  log: 'What it sent',
  logHint: 'Changes and refused changes of the last 30 days.',
  filter: 'Result',
  every: 'All results',
  noEntries: 'Nothing was sent.',
  ignored: (names: string) => line`Ignored: ${names}`,
  what: 'Request',
  about: 'About',
  result: 'Result',
  when: 'Time',
  tokenHeading: 'Token',
  tokenHint:
    'Give the directory a new token if somebody may have seen the old one. The old one works for 24 more hours.',
  rotate: 'New token',
  deleteTitle: 'Delete the directory',
  deleteHint:
    'Its users are suspended, and its groups are deleted. The last owner, and members who were not handed over, stay active.',
  delete: 'Delete directory',
};

export const results = {
  APPLIED: 'Changed',
  UNCHANGED: 'No change',
  REFUSED: 'Refused',
};

export const resources = {
  User: 'user',
  Group: 'group',
};

export const methods = {
  POST: 'Add',
  PUT: 'Replace',
  PATCH: 'Change',
  DELETE: 'Delete',
};

/** What a request led to. */
export const outcomes = {
  stored: 'saved',
  created: 'account created',
  added: 'added again',
  linked: 'member of the organization',
  pending: 'waits for an owner to hand the member over',
  held: 'not done: the member was not handed over',
  ignored: 'attributes ignored',
  invited: 'invited',
  waits: 'invited before',
  uninvited: 'invitation revoked',
  suspended: 'suspended',
  reactivated: 'active again',
  account: 'account updated',
  kept: 'account not changed',
  email: 'email of the account changed',
  'email-kept': 'email of the account not changed',
  members: 'members changed',
  deleted: 'deleted',
  uniqueness: 'exists already',
  invalidValue: 'invalid value',
  invalidPath: 'unknown attribute',
  invalidSyntax: 'not readable',
  mutability: 'cannot be changed',
  noTarget: 'no target',
  tooMany: 'too much at once',
  LAST_OWNER: 'last owner',
  SCIM_NOT_FOUND: 'not found',
  SCIM_PRECONDITION_FAILED: 'changed in the meantime',
  RATE_LIMITED: 'too many emails',
  USER_NOT_FOUND: 'account deleted or disabled',
  other: 'other reason',
};

/** The token, which is shown once. */
export const token = {
  created: 'The directory was added. Enter this URL and this token there.',
  rotated: 'This is the new token. The one before works for 24 more hours.',
  label: 'Token',
  once: 'It is shown only now. Store it in the directory.',
  continue: 'Go to the directory',
  urlLabel: 'Base URL',
};

export const confirm = {
  deleteTitle: (name: string) => line`Delete ${name}?`,
  delete: 'Delete directory',
  deleteFact: 'Users whom the directory manages are suspended. Its groups are deleted.',
  rotateTitle: (name: string) => line`New token for ${name}?`,
  rotate: 'New token',
  rotateFact: 'The token before works for 24 more hours. One that was replaced before ends now.',
};

export const notices = {
  deleted: 'The directory was deleted.',
  updated: 'The directory was changed.',
  directoryUnchanged: 'Nothing was changed.',
};

export const refusals = {
  DIRECTORY_NOT_FOUND: 'This directory was deleted in the meantime.',
  TOO_MANY_DIRECTORIES: 'The maximum number of directories is reached. Delete one first.',
};

export const fields = {
  name: 'Enter a name of at most 100 characters.',
  connectionId: 'Choose a connection of this organization.',
};

/** The step on the start page of a setup link. */
export const step = {
  title: '3. Connect your directory (optional)',
  lead: 'Your directory then adds and suspends people by itself, so nobody has to be invited and leavers lose their access.',
  toDo: 'To do',
  begun: 'Waiting for the first request of your directory',
  done: 'Done',
  open: 'Open',
};
