import { line } from '@org/identity-ui';

/** The list of webhooks. */
export const webhooks = {
  name: 'Webhooks',
  title: 'Webhooks',
  lead: 'A webhook sends events to another system as soon as they happen: a member who left, a seat that was granted. Every request is signed with the secret of the webhook.',
  heading: 'All webhooks',
  empty: 'No webhooks yet.',
  url: 'URL',
  events: 'Events',
  state: 'State',
  created: 'Created',
  waiting: 'Waiting',
  waitingSince: (seconds: string) => line`oldest for ${seconds}`,
  addHeading: 'Add a webhook',
  urlHint: 'Where the events are sent, such as https://example.com/webhooks.',
  description: 'Description (optional)',
  add: 'Add webhook',
  all: 'All events',
  failing: (count: number) => (count === 1 ? '1 webhook fails' : line`${count} webhooks fail`),
};

/** The choice of events. */
export const eventPicks = {
  hint: 'With a whole group, the webhook also gets event types that are added to it later.',
  some: 'Only chosen events',
  allOfGroup: 'All of this group',
  more: 'More',
  others: 'Not known any more',
  stale: 'No event has this type now',
};

export const eventGroups = {
  people: 'Members and organizations',
  licenses: 'Licenses',
  accounts: 'Accounts and sign-in',
  operation: 'Operation',
};

/** The kinds of events, by the first word of their types. Those of other plugins are shown as they are. */
export const eventKinds = {
  member: 'Members',
  invitation: 'Invitations',
  tenant: 'Organizations',
  seat: 'Seats',
  license_request: 'License requests',
  license_rule: 'License rules',
  lease: 'Leases',
  subscription: 'Subscriptions',
  license_type: 'License types',
  license_mails: 'License emails',
  account: 'Accounts',
  profile: 'Profiles',
  email: 'Email addresses',
  password: 'Passwords',
  session: 'Sessions',
  sign_in: 'Failed sign-ins',
  sso: 'Sign-in providers',
  mfa: 'Second factors',
  recovery_codes: 'New recovery codes',
  recovery_code: 'Used recovery codes',
  second_factor_link: 'Links for a second factor',
  user: 'Accounts managed by operators',
  super_admin: 'Super admins',
  application: 'Applications',
  client: 'Clients',
  webhook: 'Webhooks',
  queue_entry: 'Queues',
  signing_key: 'Signing keys',
  secret: 'Secret of the server',
  platform: 'Platform',
};

export const states = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  failing: 'Failing',
  failingSince: 'since',
};

/** One webhook. */
export const webhook = {
  name: 'Webhook',
  settings: 'Settings',
  save: 'Save',
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries yet.',
  event: 'Event',
  state: 'State',
  response: 'Response',
  attempts: (count: number) => line`Attempts: ${count}`,
  next: 'next attempt',
  when: 'Time',
  none: '–',
  filter: 'State',
  every: 'All',
  test: 'Send a test event',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'This webhook is paused: nothing is sent, and events that happen now are not kept for it.',
  pausedAfterFailures:
    'This webhook was paused because every attempt failed for a day. Resume it when the receiver works, then send the events of this time again.',
  failing: 'Every attempt has failed since the time below. After a day the webhook is paused.',
  failingSince: 'Failing since',
  secretHeading: 'Secret',
  secretHint: 'Receivers use it to check that a request comes from us. It is shown only once, when it is created.',
  grace: 'Keep the old secret valid for',
  rotate: 'Create a new secret',
  replayHeading: 'Send events again',
  replayHint:
    'Sends every event since this time (UTC) again, even if it was delivered before. Up to 30 days back. New events are sent first.',
  since: 'Since',
  sinceFormat: 'Format: 2026-11-16 14:30',
  replay: 'Send again',
  deleteTitle: 'Delete this webhook',
  deleteHint: 'No more events are sent, and the delivery history is deleted.',
  delete: 'Delete webhook',
};

export const graceNames = { now: 'no time', hour: 'one hour', day: 'one day', week: 'one week' };

export const deliveryStates = { PENDING: 'Waiting', DELIVERED: 'Delivered', FAILED: 'Failed' };

/** One delivery. */
export const delivery = {
  name: 'Delivery',
  back: 'Back to the webhook',
  eventId: 'Event id',
  state: 'State',
  attempts: 'Attempts',
  created: 'Created',
  next: 'Next attempt',
  error: 'Last error',
  response: 'Response',
  status: 'Status',
  noResponse: 'There was no response.',
  emptyBody: 'The response has no body.',
  cut: 'At most 2 KB of the body are kept.',
  sent: 'What is sent',
  gone: 'The event is no longer kept, so it cannot be sent again.',
  redeliver: 'Send again now',
};

export const confirm = {
  deleteTitle: (url: string) => line`Delete the webhook ${url}?`,
  delete: 'Delete webhook',
  deleteFact: 'Events that are still waiting are not sent.',
  rotateTitle: (url: string) => line`Create a new secret for ${url}?`,
  rotate: 'Create secret',
  rotateFacts: {
    now: 'The old secret ends at once. The receiver refuses every request until it has the new one.',
    hour: 'Requests are signed with both secrets for one hour.',
    day: 'Requests are signed with both secrets for one day.',
    week: 'Requests are signed with both secrets for one week.',
  },
  rotateShown: 'The new secret is shown once, on the next page.',
};

export const secret = {
  created: 'The webhook was added.',
  rotated: 'The webhook has a new secret.',
  label: 'Secret',
  once: 'Copy the secret now and give it to the receiver. It is shown only here.',
  continue: 'Continue',
  use: 'Add it to the receiver',
  useHint: 'The receiver checks the signature of every request with it, by the rules of Standard Webhooks.',
  environment: 'Environment variable',
  verify: 'Check a request (Node.js)',
};

export const notices = {
  changed: 'The changes were saved.',
  deleted: 'The webhook was deleted.',
  paused: 'The webhook is paused.',
  resumed: 'The webhook is active again.',
  tested: 'A test event was sent. It appears below.',
  redelivered: 'The event is being sent again.',
  replayed: 'The events are being sent again.',
};

export const refusals = {
  WEBHOOK_NOT_FOUND: 'This webhook was deleted in the meantime.',
  DELIVERY_NOT_FOUND: 'This delivery is no longer kept.',
  EVENT_GONE: 'The event is no longer kept, so it cannot be sent again.',
  TOO_MANY_WEBHOOKS: 'The maximum number of webhooks is reached. Delete one first.',
  TOO_MANY_EVENTS: 'More than 10,000 events match. Choose a later time.',
  REPLAY_RUNNING: 'Events are still being sent again. Wait until they are delivered.',
  WEBHOOK_PAUSED: 'The webhook is paused. Resume it first.',
};

export const fields = {
  url: 'Enter a full URL that begins with https://.',
  events: 'Choose at least one event, at most 200.',
  description: 'Enter at most 200 characters.',
  since: 'Enter a time of the last 30 days, such as 2026-11-16 14:30.',
};

/** What operators see across tenants. */
export const platform = {
  lead: 'Webhooks of the platform get the events of all organizations, and those that belong to none.',
  tenantsHeading: 'Webhooks of organizations',
  tenantsEmpty: 'No organization has a webhook.',
  tenant: 'Organization',
  onlyProblems: 'Those with problems come first.',
  readersHeading: 'Delivery progress',
  readersLead: 'Events are delivered once all older transactions have ended. One long transaction delays every reader.',
  heldBack: 'A transaction has delayed all readers for',
  fanOut: 'Events for webhooks',
  upToDate: 'up to date',
};
