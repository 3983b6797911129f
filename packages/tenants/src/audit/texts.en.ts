import { line, type Part, sentence } from '@org/identity-ui';

/** The events of an organization. */
export const audit = {
  name: 'Audit',
  title: 'Audit',
  lead: 'What happened in this organization, newest first.',
  caption: 'Events',
  event: 'Event',
  actor: 'Done by',
  subject: 'About',
  time: 'Time',
  inTenant: (tenant: Part) => sentence`Organization: ${tenant}`,
  type: 'Type',
  eventId: 'Event ID',
  empty: 'No events match these filters.',
  noPerson: 'No member has this email. Events of people who have left can be found by their id.',
  personLabel: 'Email or id',
  typeLabel: 'Event',
  allTypes: 'All events',
  fromLabel: 'From (UTC)',
  toLabel: 'To (UTC)',
  clear: 'Show all events',
  download: 'Download as CSV',
  system: 'The system',
  machine: (id: string) => line`The client ${id}`,
  none: '–',
};

/** Parts of the sentences that tell events. Who did it is the beginning of a sentence. */
export const sentences = {
  system: 'The system',
  command: 'An operator at the command line',
  client: (name: Part) => sentence`The client ${name}`,
  someClient: 'A client',
  formerMember: 'A former member',
  /** Members of a tenant do not learn who operates the platform. */
  formerOrOperator: 'A former member or an operator',
  formerUser: 'A former user',
};

/** The latest events on the overview. */
export const recent = {
  title: 'Latest events',
  empty: 'Nothing has happened yet.',
  more: 'All events',
};

/** The header of the CSV file. */
export const csv = {
  id: 'Id',
  time: 'Time (UTC)',
  event: 'Event',
  type: 'Type',
  actorKind: 'Kind of actor',
  actor: 'Actor',
  actorId: 'Actor id',
  subject: 'Subject',
  subjectId: 'Subject id',
  data: 'Data',
};

/** What the sentence of an event does not say, by its name, in the order in which it is shown. */
export const facts: Readonly<Record<string, string>> = {
  name: 'Name',
  slug: 'Short name',
  role: 'Role',
  previousRole: 'Role before',
  applicationId: 'Application',
  licenseTypeId: 'License type',
  licenses: 'Licenses',
  quantity: 'Seats',
  status: 'Status',
  expiresAt: 'Ends',
  changed: 'Changed',
  mfaPolicy: 'Second factor',
  type: 'Type',
  cause: 'Because of',
  part: 'What was seen',
  found: 'Found',
  queue: 'Queue',
  reason: 'Reason',
  clientId: 'Client',
  events: 'Events',
  failingSince: 'Failing since',
  values: 'Encrypted values',
  removed: 'Removed keys',
  lastEventAt: 'Last event',
};

/** Values of such facts. */
export const values: Readonly<Record<string, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  OPTIONAL: 'Optional',
  REQUIRED: 'Required',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  CANCELED: 'Canceled',
  rule: 'A rule',
  invitation: 'The invitation',
  waiting_list: 'The waiting list',
  request: 'The request',
  revoked: 'Taken back',
  replaced: 'Changed to another license type',
  SPA: 'Browser application',
  WEB: 'Web application',
  NATIVE: 'Installed application',
  MACHINE: 'Machine',
  '*': 'All',
  name: 'Name',
  settings: 'Settings',
  mfaPolicy: 'Second factor',
  quantity: 'Seats',
  status: 'Status',
  expiresAt: 'End',
  true: 'Yes',
  false: 'No',
  details: 'Details of the account',
  sessions: 'Sessions',
  explanation: 'Explanation of access',
};

/** The events of all organizations, for operators. */
export const allEvents = {
  lead: 'What happened in all organizations and on the platform, newest first.',
  noPerson: 'No account has this email.',
  noTenant: 'There is no such organization.',
  tenantLabel: 'Organization',
  scopeLabel: 'Events of',
  scopes: { all: 'Everything', none: 'The platform only' },
};
