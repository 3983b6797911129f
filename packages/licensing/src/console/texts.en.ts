import { line, type Part, sentence } from '@org/identity-ui';

/** The seats of all applications, for those who manage the organization. */
export const licenses = {
  name: 'Licenses',
  title: 'Licenses',
  lead: 'What your organization has bought, and how many seats are assigned.',
  empty: 'Your organization has no licenses yet.',
  open: 'Seats and holders',
  openOf: (application: string) => line` of ${application}`,
  requests: (pending: number, waiting: number) => {
    const asked = pending === 1 ? '1 request to decide' : line`${pending} requests to decide`;
    if (waiting === 0) return asked;
    return pending === 0 ? line`${waiting} waiting` : line`${asked}, ${waiting} waiting`;
  },
  chart: (application: string) => line`Seats of ${application}`,
  licenseType: 'License type',
  application: 'Application',
  held: 'Held',
  free: 'Free',
  bought: 'Bought',
  subscriptions: (application: string) => line`Subscriptions of ${application}`,
  seats: 'Seats',
  state: 'State',
};

/** The pages of one application. */
export const tabs = {
  label: 'Pages of this application',
  holders: 'Holders',
  requests: 'Requests and waiting list',
  rules: 'Rules',
  leases: 'Leases',
  history: 'History',
};

/** The state of a subscription. */
export const states = {
  active: 'Active',
  until: (date: string) => line`Active until ${date}`,
  begins: (date: string) => line`Begins on ${date}`,
  suspended: 'Suspended',
  canceled: 'Canceled',
  ended: 'Ended',
  endedOn: (date: string) => line`Ended on ${date}`,
};

/** The seats of one person. */
export const own = {
  title: 'Your seats',
  caption: 'Your seats',
  empty: 'You have no seats yet. Ask an admin of your organization for one.',
  since: 'Since',
  state: 'State',
};

/** Whether a seat can be used. */
export const use = { yes: 'Can be used', no: 'Cannot be used' };

/** Why a seat cannot be used, by the reason of a check. */
export const reasons = {
  NOT_A_MEMBER: 'Not a member of this organization.',
  ACCOUNT_DISABLED: 'The account is disabled.',
  MEMBER_SUSPENDED: 'The membership is suspended.',
  WAITING: 'Waiting for a seat of this application.',
  NO_SEAT: 'No seat of this application.',
  SUBSCRIPTION_SUSPENDED: 'The subscription is suspended.',
  SUBSCRIPTION_CANCELED: 'The subscription was canceled.',
  SUBSCRIPTION_EXPIRED: 'The subscription has ended.',
  SUBSCRIPTION_NOT_STARTED: 'The subscription has not begun yet.',
  FEATURE_NOT_INCLUDED: 'The license does not include this.',
};

/** Who has a seat of one application. */
export const holders = {
  title: (application: string) => line`Seats of ${application}`,
  heading: 'Holders',
  grant: 'Grant seats',
  download: 'Download as CSV',
  search: 'Search by name or email',
  total: (count: string, one: boolean) => (one ? '1 seat is held.' : line`${count} seats are held.`),
  caption: 'Holders of seats',
  select: 'Select',
  selectOne: (name: string) => line`Select ${name}`,
  person: 'Name',
  email: 'Email',
  licenseType: 'License type',
  since: 'Since',
  state: 'State',
  userId: 'User ID',
  takeBack: 'Take back the selected seats',
  newType: 'New license type',
  changeType: 'Change the type of the selected seats',
  empty: 'No seats assigned yet.',
  noMatch: 'No one with a seat found. Try the beginning of a name or email address.',
  moreMatches: 'Nobody with a seat among the first matches. Go to the next page, or enter more of the name.',
};

/** The page that grants seats of one application. */
export const grant = {
  name: 'Grant seats',
  title: (application: string) => line`Grant seats of ${application}`,
  lead: 'Choose members who do not have a seat for this application yet. Either all of them get one, or none does.',
  search: 'Search members by name or email',
  caption: 'Members without a seat',
  chosen: 'Members you have chosen',
  licenseType: 'License type',
  choice: (type: string, free: number) => line`${type} (${free} free)`,
  submit: 'Grant seats',
  none: 'No seats are free. Take one back first, or buy more.',
  notActive: 'No subscription of this application is active: each is suspended or canceled, or has ended.',
  empty: 'Every active member has a seat of this application.',
  noMatch: 'No member without a seat found. Try the beginning of a name or email address.',
  moreMatches: 'The first matches all have a seat. Go to the next page, or enter more of the name.',
  all: 'Back to all members',
};

/** A change of several seats that was refused. */
export const refused = {
  granted: 'No seat was granted.',
  takenBack: 'No seat was taken back.',
  changed: 'No license was changed.',
  unknown: 'Somebody outside of this organization',
  ALREADY_LICENSED: (name: Part) => sentence`${name} already has a seat of this application.`,
  USER_NOT_FOUND: (name: Part) => sentence`${name} is not an active member.`,
  NO_SEATS_AVAILABLE: (name: Part) => sentence`No free seat is left for ${name}.`,
  SEAT_LEASED: (name: Part) => sentence`The seat of ${name} is leased. End the lease first, or wait until it ends.`,
  LICENSE_NOT_FOUND: (name: Part) => sentence`${name} has no seat of this application any more.`,
};

export const takeBack = {
  one: (name: string) => line`Take the seat back from ${name}?`,
  many: (count: number) => line`Take back ${count} seats?`,
  button: 'Take back',
  fact: (application: string) => line`Those who lose their seat can no longer use ${application}.`,
};

/** The question before license types are changed. */
export const change = {
  one: (name: string, type: string) => line`Change the license of ${name} to ${type}?`,
  many: (count: number, type: string) => line`Change ${count} licenses to ${type}?`,
  button: 'Change',
  fact: 'Nobody is without a license in between. The old seats are free afterwards, or go to those who wait for them.',
};

/** The seats of one member, on the member's page. */
export const member = {
  name: 'Seats',
  title: 'Seats',
  caption: 'Seats',
  empty: 'No seats.',
  actions: 'Actions',
  takeBack: 'Take back',
  of: (application: string) => line` the seat of ${application}`,
  license: 'License',
  grant: 'Grant seat',
  inactive: 'Only active members can have seats.',
  noneFree: 'There is no free seat to grant.',
  notActive: 'No subscription is active, so there is no seat to grant.',
  nothingBought: 'Your organization has not bought any licenses, so there is no seat to grant.',
  hasAll: 'This member has a seat of every application.',
  instead: (type: string, free: number, held: string) => line`${type} (${free} free), instead of ${held}`,
};

/** The section of the overview. */
export const overview = {
  title: 'Seats',
  chart: 'Seats by application',
  requests: (application: string, count: number) =>
    count === 1
      ? line`${application}: 1 license request to decide`
      : line`${application}: ${count} license requests to decide`,
  ends: (what: string, date: string) => line`${what}: the subscription ends on ${date}.`,
  ended: (what: string, date: string) => line`${what}: the subscription ended on ${date}.`,
  over: (what: string) => line`${what}: the subscription has ended.`,
  suspended: (what: string) => line`${what}: the subscription is suspended.`,
  canceled: (what: string) => line`${what}: the subscription was canceled.`,
  held: (count: number) => (count === 1 ? '1 person holds a seat of it.' : line`${count} people hold a seat of it.`),
  full: (application: string) => line`${application}: no seat is free.`,
  more: 'All licenses',
};

export const notices = {
  granted: 'The seats were granted.',
  'taken-back': 'The seats were taken back.',
  'type-changed': 'The licenses were changed.',
  'seat-changed': 'The license was changed.',
  'seat-granted': 'The seat was granted.',
  'seat-taken-back': 'The seat was taken back.',
};

export const refusals = {
  NONE_CHOSEN: 'Select at least one person. Nothing was changed.',
  TOO_MANY_CHOSEN: 'Select at most 200 people at once. Nothing was changed.',
  INVALID_LICENSE_TYPE: 'Choose a license type of this application. Nothing was changed.',
  NO_SEATS_AVAILABLE: 'There is no free seat of this license. Nothing was changed.',
  NOTHING_BOUGHT: 'Your organization has not bought this license. Nothing was changed.',
  NOT_ACTIVE: 'The subscription of this license is not active. Nothing was changed.',
  ALREADY_LICENSED: 'This member already has a seat of the application. Nothing was changed.',
  USER_NOT_FOUND: 'Only active members can get a seat. Nothing was changed.',
  LICENSE_NOT_FOUND: 'This member has no seat of the application any more. Nothing was changed.',
  SEAT_LEASED: 'A seat is leased for offline work. Nothing was changed.',
};
