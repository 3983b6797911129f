import { line, type Part, sentence } from '@org/identity-ui';

/** The list of clients. */
export const clients = {
  name: 'Clients',
  title: 'Clients',
  search: 'Name or id',
  empty: 'No client was found.',
  create: 'New client',
  client: 'Client',
  type: 'Type',
  firstParty: 'First-party',
  application: 'Application',
  tenant: 'Organization',
};

export const clientTypes = {
  CONFIDENTIAL: 'Web application',
  SPA: 'Single-page application',
  MACHINE: 'Machine',
};

/** One client. */
export const client = {
  blocked: 'Blocked',
  blockTitle: 'Block the client',
  blockHint: 'Nobody can use a blocked client, in any organization. Its settings and what was allowed to it stay.',
  blockedSince: (time: Part) => sentence`Nobody has been able to use this client since ${time}.`,
  block: 'Block',
  unblock: 'Unblock',
  id: 'Client id',
  idHint: '3 to 100 letters, digits, dots, hyphens or underscores. It cannot be changed later.',
  typeHint: 'It cannot be changed later. A machine acts for itself; nobody signs in to it.',
  none: 'None',
  newLead:
    'Without scopes, an application gets openid, profile, email and offline_access. A machine needs at least one.',
  settings: 'Settings',
  save: 'Save',
  created: 'Created',
  secrets: 'Secrets',
  noSecrets: 'This client has no valid secret.',
  expires: 'Valid until',
  never: 'No end',
  grace: 'The previous secrets stay valid',
  replaceSecret: 'Replace the secret',
  deleteTitle: 'Delete',
  deleteHint: 'Deleting a client deletes its secrets, consents, grants and tokens as well.',
  delete: 'Delete the client',
  createdWithSecret: (name: string) => line`${name} was created.`,
  newSecret: 'The client has a new secret.',
};

export const graceNames = {
  now: 'No longer: the secret has leaked',
  hour: 'For an hour',
  day: 'For a day',
  week: 'For 7 days',
  month: 'For 30 days',
};

export const clientConfirm = {
  confirmTitle: (name: string) => line`Confirm ${name}?`,
  confirm: 'Confirm the client',
  confirmFact: 'Super admins who sign in to it have all their rights there.',
  confirmUri: (uri: string) => line`Its tokens are sent to ${uri}`,
  blockTitle: (name: string) => line`Block ${name}?`,
  block: 'Block the client',
  blockFact:
    'Nobody can sign in with it until you unblock it, and all its grants and tokens end at once, those of a machine as well.',
  deleteTitle: (name: string) => line`Delete ${name}?`,
  delete: 'Delete the client',
  deleteFact: 'Nobody can sign in with it any more, and all its tokens end at once. This cannot be undone.',
  secretTitle: (name: string) => line`Replace the secret of ${name}?`,
  secret: 'Replace the secret',
  secretFacts: {
    now: 'The previous secrets end at once, and so do the tokens of a machine.',
    hour: 'The previous secrets stay valid for an hour.',
    day: 'The previous secrets stay valid for a day.',
    week: 'The previous secrets stay valid for 7 days.',
    month: 'The previous secrets stay valid for 30 days.',
  },
  secretShown: 'The new secret is shown on the next page, only once.',
  narrowTitle: (name: string) => line`Change the rights of ${name}?`,
  narrow: 'Change',
  narrowFact:
    'The client loses a scope, gets another organization or needs bound tokens. All its grants and tokens end at once.',
};

export const clientNotices = {
  blocked: 'The client was blocked.',
  unblocked: 'The client was unblocked.',
  confirmed: 'The client was confirmed.',
  created: 'The client was created.',
  changed: 'The client was changed.',
  unchanged: 'Nothing was changed.',
  deleted: 'The client was deleted.',
};

export const clientRefusals = {
  CLIENT_CHANGED: 'A machine has changed the client in the meantime. Look at it again.',
};

/** A client that a machine has made or changed. */
export const unconfirmed = {
  badge: 'Not confirmed',
  heading: 'Confirm the client',
  lead: 'A machine has made or changed this client. Super admins have no rights through it until one of you confirms it. Check the redirect URIs and who has its secret first.',
  changed: 'Changed',
  changedBy: 'By the machine',
  since: 'First change',
  changedAt: 'Last change',
  confirm: 'Confirm',
  /** What is no field of the client form. */
  changes: {
    created: 'the whole client',
    secret: 'secret',
    unblocked: 'unblocked',
  },
};

/** The applications. */
export const applications = {
  name: 'Applications',
  title: 'Applications',
  search: 'Name',
  empty: 'No application was found.',
  application: 'Application',
  id: 'Id',
  types: 'License types',
  clients: 'Clients',
  client: 'Client',
  noClients: 'No client belongs to this application.',
  createTitle: 'New application',
  nameLabel: 'Name',
  create: 'Create the application',
  invalid: 'Enter a name that no other application has.',
  agentsTitle: 'Agents',
  agentsLabel: 'Seats of agents',
  agentsHint: 'An agent is a client that acts for people with exchanged tokens.',
  agentsChoices: { 'of-the-person': 'The seat of the person is enough', own: 'Each agent needs a seat of its own' },
  saveAgents: 'Save',
  renameTitle: 'Rename',
  rename: 'Save the name',
  deleteTitle: 'Delete',
  deleteHint: 'Deleting an application deletes its license types as well.',
  delete: 'Delete the application',
  inUse: 'This application cannot be deleted while it is in use:',
  more: (count: number) => line` and ${count} more`,
};

/** What keeps an application, by kind. */
export const applicationUses: Readonly<Record<string, (count: number) => string>> = {
  subscriptions: (count) =>
    count === 1 ? 'Subscriptions of 1 organization' : line`Subscriptions of ${count} organizations`,
  rules: (count) => (count === 1 ? 'License rules of 1 organization' : line`License rules of ${count} organizations`),
  requests: (count) =>
    count === 1 ? 'Open license requests in 1 organization' : line`Open license requests in ${count} organizations`,
  clients: (count) => (count === 1 ? '1 client' : line`${count} clients`),
};

export const applicationConfirm = {
  title: (name: string) => line`Delete ${name}?`,
  button: 'Delete the application',
  facts: ['Its license types are deleted with it. This cannot be undone.'],
};

export const applicationNotices = {
  created: 'The application was created.',
  renamed: 'The name was saved.',
  'agents-saved': 'The rule for agents was saved.',
  deleted: 'The application was deleted.',
};

export const applicationRefusals = {
  IN_USE:
    'The application is in use, so it cannot be deleted. What uses it is listed under Delete. Nothing was changed.',
};

/** The signing keys. */
export const keys = {
  name: 'Keys',
  title: 'Signing keys',
  lead: 'The keys that sign tokens. Private keys are never shown.',
  key: 'Key',
  state: 'State',
  created: 'Created',
  activeFrom: 'Signs from',
  publishedUntil: 'Published until',
  noEnd: 'No end',
  replaceTitle: 'Replace the key',
  replaceHint:
    'A new key is published now and signs in a day, when all clients have fetched it. The old key stays valid for its last tokens.',
  hasNext: 'The next key is published already. It replaces the key that signs now.',
  leaked: 'If the key has leaked, do not wait: use the command "identity-server keys rotate --compromised".',
  replace: 'Replace the key',
};

export const keyStates = {
  active: 'Signs tokens',
  next: 'Next: published, does not sign yet',
  retiring: 'Retiring: its tokens may still be valid',
  former: 'Former: only for old sign-outs',
};

export const keyConfirm = {
  title: 'Replace the signing key?',
  button: 'Replace the key',
  facts: [
    'The new key is published now and signs in a day. Tokens of the old key stay valid until they expire.',
    'Clients that never fetch the keys again will refuse new tokens.',
  ],
};

export const keyNotices = {
  announced: 'The next key is published. It signs in a day.',
  already: 'The next key is published already. Nothing was changed.',
};

/** Mail and logout notices. */
export const queues = {
  name: 'Queues',
  title: 'Queues',
  lead: 'What is waiting to be sent. Entries are retried automatically. Mail is marked as failed when all attempts are used up.',
  queue: 'Queue',
  waiting: 'Waiting',
  failed: 'Failed',
  oldest: 'Oldest entry',
  none: '–',
  empty: 'This queue is empty.',
  entries: 'Entries',
  recipient: 'Recipient',
  client: 'Client',
  state: 'State',
  isFailed: 'Failed',
  isWaiting: 'Waiting',
  attempts: (count: number) => (count === 1 ? '1 attempt' : line`${count} attempts`),
  next: 'Next attempt',
  queued: 'Queued',
  actions: 'Actions',
  retry: 'Try again',
};

export const queueNames = { mail: 'Mail', 'logout-notices': 'Logout notices' };
export const queueNotices = { retried: 'The entry is being retried now.' };

/** The overview. */
export const numbers = {
  title: 'Numbers',
  tenants: 'Organizations',
  users: 'People',
  waiting: (queue: string) => line`${queue} in the queue`,
};

export const attention = {
  failed: (queue: string, count: number) => line`${queue}: ${count} failed.`,
  stuck: (queue: string) => line`${queue}: the oldest entry has waited for more than an hour.`,
  oldKey: (date: string) => line`The signing key has been in use since ${date}. Replace it at least once a year.`,
};

/** What happened on each of the last days. */
export const activity = {
  title: 'Activity',
  lead: 'Counted every five minutes. Days are in UTC.',
  chart: (days: number) => line`The numbers of each of the last ${days} days, in UTC`,
  day: 'Day',
  numbers: 'Show the numbers of each day',
  none: 'Nothing has been counted yet. The first numbers appear after a few minutes.',
  now: 'now',
  inDays: (days: number) => line`in ${days} days`,
};

export const figures = {
  'sign-ins': 'Sign-ins',
  'new-people': 'New people',
  'held-seats': 'Seats held',
  'token-requests': 'Tokens issued',
  'failed-mails': 'Failed mail',
  'failed-deliveries': 'Failed webhook deliveries',
};
