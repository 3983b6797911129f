import { line, type Part, sentence } from '@org/identity-ui';

/** The history of one application. */
export const history = {
  name: 'History',
  title: 'History',
  of: (application: string) => line`History of ${application}`,
  chartHeading: 'Seats over time',
  chart: (application: string, days: number) => line`Seats of ${application} on each of the last ${days} days, in UTC`,
  bought: 'Bought',
  held: 'Held',
  reserved: 'Reserved',
  day: 'Day',
  numbers: 'Show the numbers of each day',
  chartNote:
    'The most seats at once on each day, in UTC; above the chart, the seats now. Reserved seats are kept for invitations, or for leases of people who left.',
  heading: 'Who held a seat',
  lead: 'The newest seats first.',
  person: 'Email or user ID',
  at: 'Held a seat on (UTC)',
  all: 'Clear filters',
  onlyPerson: (name: Part) => sentence`Only ${name}.`,
  onlyDay: (day: string) => line`Only those who held a seat at the end of ${day}.`,
  total: (count: string, one: boolean) => (one ? '1 entry.' : line`${count} entries.`),
  totalOrMore: (count: string) => line`${count} entries or more.`,
  caption: 'Who held a seat, from when to when',
  holder: 'Name',
  former: (id: string) => line`Former member ${id}`,
  licenseType: 'License type',
  from: 'From',
  to: 'Until',
  now: 'Held now',
  cause: 'Why it ended',
  span: (days: number) => `Last ${days} days`,
  download: 'Download as CSV',
  empty: 'No one has had a seat for this application yet.',
  noMatch: 'No seats match these filters.',
  noPerson: 'No member has this email. Find former members by their user ID.',
  csv: ['Name', 'User ID', 'License type', 'From (UTC)', 'Until (UTC)', 'Why it ended'],
};

/** Why a seat ended. */
export const causes = {
  revoked: 'Taken back',
  downgrade: 'Fewer seats were bought',
  reclaim: 'Was not used',
  replaced: 'Changed to another license type',
  'lease.ended': 'Was freed although it was leased',
  deleted: 'Deleted',
  'member.removed': 'Left the organization',
  'member.suspended': 'Membership suspended',
  'account.deleted': 'Account deleted',
  'tenant.deleted': 'Organization deleted',
};

/** Signed statements, in the console of the platform. */
export const statement = {
  name: 'Statement',
  title: 'Signed statement',
  lead: 'What this organization bought and held of one application on each day. Anybody can verify the file with the key set of this server.',
  application: 'Application',
  choose: 'Choose an application',
  from: 'First day (UTC)',
  to: 'Last day (UTC)',
  hint: 'At most 366 days, and not in the future.',
  download: 'Download',
  notChosen: 'Choose an application.',
  wrongFrom: 'Enter a date such as 2027-01-31.',
  wrongTo: 'Enter a date such as 2027-01-31: not in the future, and at most 366 days after the first one.',
};
