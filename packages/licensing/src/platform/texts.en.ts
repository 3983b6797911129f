import { line, type Part, sentence } from '@org/identity-ui';

/** "Why can this person not use this?" */
export const explain = {
  name: 'Explain access',
  title: 'Why can this person not use this?',
  lead: 'Every check that decides whether a person can use an application, with its result at this moment. Asking is recorded in the audit trail.',
  person: 'Email or id of the person',
  tenant: 'Organization',
  tenantHint: 'Its short name or its id.',
  application: 'Application',
  choose: 'Choose an application',
  feature: 'Feature (optional)',
  featureHint: 'The key that the application asks for, such as reports.',
  submit: 'Explain',
  missing: {
    person: 'Enter the email or the id of a person.',
    tenant: 'Enter the short name or the id of an organization.',
    application: 'Choose an application.',
    feature: 'A feature has at most 200 characters.',
  },
  unknownPerson: 'There is no account with this email or id.',
  unknownApplication: 'There is no such application any more. Choose another one.',
  result: 'Result',
  allowed: (person: Part, application: Part, tenant: Part) => sentence`${person} can use ${application} in ${tenant}.`,
  refused: (person: Part, application: Part, tenant: Part) =>
    sentence`${person} cannot use ${application} in ${tenant}.`,
  caption: 'Checks',
  check: 'Check',
  verdict: 'Result',
  meaning: 'What it means',
  verdicts: { passed: 'Passed', failed: 'Failed', notReached: 'Not reached' },
  notReached: 'Not checked, because something that it depends on is missing.',
  openPerson: 'Open this person',
};

/** The checks by name. */
export const checks = {
  account_enabled: 'Account enabled',
  account_open: 'Account not deleted',
  tenant: 'Organization',
  membership: 'Member',
  membership_active: 'Membership active',
  seat: 'Seat',
  subscription_active: 'Subscription active',
  subscription_period: 'Subscription period',
  feature: 'Feature',
  second_factor: 'Second factor',
  connection: 'Connection',
  sign_in_policy: 'Sign-in policy',
  directory: 'Directory',
};

/** What a passed check says. */
export const passed: typeof checks = {
  account_enabled: 'The account is not disabled.',
  account_open: 'The account is not deleted.',
  tenant: 'The organization exists.',
  membership: 'The person is a member of the organization.',
  membership_active: 'The membership is not suspended.',
  seat: 'The person holds a seat of the application.',
  subscription_active: 'The subscription is neither suspended nor canceled.',
  subscription_period: 'The subscription has begun and has not ended.',
  feature: 'The license includes the feature.',
  second_factor: 'The organization requires no second factor, or the person has one.',
  connection: 'The person signs in by a connection of the organization.',
  sign_in_policy: 'The organization has a sign-in policy that the person can meet.',
  directory: 'A directory of the organization says that the person is active.',
};

/** What a failed check says. */
export const failed = {
  ACCOUNT_DISABLED: 'An operator has disabled the account.',
  ACCOUNT_DELETED: 'The account was deleted and waits to be erased.',
  TENANT_NOT_FOUND: 'There is no such organization.',
  NOT_A_MEMBER: 'The person is not a member of the organization. An open invitation does not count.',
  MEMBER_SUSPENDED: 'The membership is suspended.',
  WAITING: 'The person waits for a seat of the application. None is free.',
  NO_SEAT: 'The person holds no seat of the application in this organization.',
  SUBSCRIPTION_SUSPENDED: 'The subscription of the seat is suspended.',
  SUBSCRIPTION_CANCELED: 'The subscription of the seat is canceled.',
  SUBSCRIPTION_EXPIRED: 'The subscription of the seat has ended.',
  SUBSCRIPTION_NOT_STARTED: 'The subscription of the seat has not begun.',
  FEATURE_NOT_INCLUDED: 'The license of the seat does not include the feature.',
  SECOND_FACTOR_REQUIRED:
    'The organization requires a second factor, and the person has none. The next sign-in asks to set one up.',
  SSO_REQUIRED:
    'The organization requires single sign-on, and no active connection has the domain of the person’s email.',
  CONNECTION_REFUSED: 'The last sign-in by the connection of the organization was refused.',
  DIRECTORY_INACTIVE: 'A directory of the organization says that the person is not active.',
};

/** The subscriptions of all organizations. */
export const subscriptions = {
  name: 'Subscriptions',
  title: 'Subscriptions',
  lead: 'Choose an organization to see what it has bought.',
  find: 'Name or short name',
  end: 'End',
  anyEnd: 'Any',
  endsSoon: 'Within 30 days',
  ending: (count: number) =>
    count === 1
      ? '1 subscription ends within 30 days.'
      : line`${count === 100 ? '100 or more' : count} subscriptions end within 30 days.`,
  tenant: 'Organization',
  tenants: 'Organizations',
  unknown: 'No organization was found.',
  of: (tenant: string) => line`Subscriptions of ${tenant}`,
  caption: 'Subscriptions',
  empty: 'This organization has no subscriptions yet.',
  what: 'License',
  seats: 'Seats',
  held: 'Held',
  state: 'State',
  console: 'Open the console of this organization',
  actions: 'Actions',
  change: 'Change',
  changeOf: (what: string) => line` the subscription of ${what}`,
  sellTitle: 'Sell seats',
  license: 'License',
  choose: 'Choose a license',
  quantity: 'Number of seats',
  startsAt: 'Start date (optional)',
  startsHint: 'In UTC. Leave empty to start now.',
  expiresAt: 'End date (optional)',
  expiresHint: 'In UTC. Leave empty for no end date.',
  sell: 'Sell seats',
  noTypes: 'There are no license types yet. Create one on the page of an application.',
  status: 'Status',
  statuses: { ACTIVE: 'Active', SUSPENDED: 'Suspended', CANCELED: 'Canceled' },
  save: 'Save',
};

/** One subscription of an organization. */
export const subscription = {
  title: (what: string) => line`Subscription: ${what}`,
  tenant: 'Organization',
  reduceTitle: (seats: number) =>
    seats === 1 ? 'Reduce the subscription to 1 seat?' : line`Reduce the subscription to ${seats} seats?`,
  suspendTitle: 'Suspend the subscription?',
  cancelTitle: 'Cancel the subscription?',
  endTitle: 'Let the subscription end earlier?',
  reduce: 'Reduce',
  suspend: 'Suspend',
  cancel: 'Cancel the subscription',
  end: 'Change the end',
  lose: (held: number, application: string) =>
    held === 1
      ? line`1 person can no longer use ${application} until the subscription is active again.`
      : line`${held} people can no longer use ${application} until the subscription is active again.`,
  loseLater: (held: number) => (held === 1 ? '1 person holds a seat of it.' : line`${held} people hold a seat of it.`),
};

/** The license types of one application. */
export const types = {
  title: 'License types',
  name: 'License types',
  caption: 'License types',
  empty: 'This application has no license types yet.',
  type: 'License type',
  slug: 'Short name',
  features: 'Features',
  none: 'None',
  createTitle: 'New license type',
  nameLabel: 'Name',
  slugHint: 'Lower-case letters, digits and hyphens. Applications see it in their tokens; it cannot be changed later.',
  featuresLabel: 'Features (optional)',
  featuresHint: 'One per line.',
  create: 'Create the license type',
  actions: 'Actions',
  change: 'Change',
  changeOf: (name: string) => line` the license type ${name}`,
  of: (application: string, name: string) => line`License type: ${application}, ${name}`,
  application: 'Application',
  changeTitle: 'Change',
  changeHint: 'A change applies to everyone who holds such a license, from the next check on.',
  save: 'Save',
  deleteTitle: 'Delete',
  deleteHint: 'Nothing uses this license type, so it can be deleted.',
  delete: 'Delete the license type',
  inUse: 'This license type cannot be deleted while it is in use:',
  more: (count: number) => line` and ${count} more`,
};

/** What keeps a license type, by kind. */
export const typeUses: Readonly<Record<string, (count: number) => string>> = {
  subscriptions: (count) =>
    count === 1 ? 'Subscriptions of 1 organization' : line`Subscriptions of ${count} organizations`,
  rules: (count) => (count === 1 ? 'License rules of 1 organization' : line`License rules of ${count} organizations`),
  requests: (count) =>
    count === 1 ? 'Open license requests in 1 organization' : line`Open license requests in ${count} organizations`,
};

/** What is asked before a change of a license type. */
export const typeConfirm = {
  deleteTitle: (name: string) => line`Delete the license type ${name}?`,
  delete: 'Delete the license type',
  deleteFact: 'It can no longer be sold. This cannot be undone.',
  narrowTitle: (name: string) => line`Take something away from the license type ${name}?`,
  narrow: 'Change the license type',
  lostFact: (features: string) => line`These features are removed: ${features}.`,
  loweredFact: (limits: string) => line`These limits are lowered: ${limits}.`,
  narrowFact: 'Everyone who holds such a license is affected at once.',
};

export const notices = {
  sold: 'The seats were sold.',
  changed: 'The subscription was changed.',
  unchanged: 'Nothing was changed.',
  'type-created': 'The license type was created.',
  'type-changed': 'The license type was changed.',
  'type-deleted': 'The license type was deleted.',
};

export const refusals = {
  IN_USE:
    'The license type is in use, so it cannot be deleted. What uses it is listed under Delete. Nothing was changed.',
  SLUG_TAKEN: 'Another license type of this application has this short name.',
  INVALID_LICENSE_TYPE: 'Choose a license. Nothing was changed.',
  INVALID_APPLICATION_ID: 'Choose a license. Nothing was changed.',
};

/** The error of each field. */
export const fields = {
  license: 'Choose a license.',
  quantity: 'Enter a number from 1 to 1,000,000.',
  startsAt: 'Enter a date such as 2027-01-31.',
  expiresAt: 'Enter a date such as 2027-12-31, not before the start date.',
  status: 'Choose a status.',
  name: 'Enter a name of at most 100 characters.',
  slug: 'Use lower-case letters, digits and single hyphens, at most 63 characters.',
  features: 'Enter each feature once, at most 200 of them, each with at most 64 characters.',
};
