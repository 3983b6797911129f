import { line } from '@org/identity-core';

/** The list of webhooks. */
export const webhooks = {
  name: 'Webhooks',
  title: 'Webhooks',
  lead: 'A webhook sends events to another system as soon as they happen: a member who left, a seat that was granted. Every request is signed with the secret of the webhook.',
  heading: 'All webhooks',
  empty: 'There are no webhooks yet.',
  url: 'URL',
  events: 'Events',
  state: 'State',
  created: 'Created',
  waiting: 'Waiting',
  waitingSince: (seconds: string) => line`oldest for ${seconds}`,
  addHeading: 'Add a webhook',
  urlHint: 'Where the events are sent, such as https://example.com/webhooks.',
  eventsHint:
    'One per line: a type such as seat.granted, all of one kind such as seat.*, or * for all. The types are in the documentation.',
  description: 'Description (optional)',
  add: 'Add webhook',
  all: 'All events',
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
  noDeliveries: 'Nothing was sent yet.',
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
  secretHint: 'The receiver verifies with it that a request comes from here. It is never shown again.',
  grace: 'The old secret signs as well for',
  rotate: 'Create a new secret',
  replayHeading: 'Send events again',
  replayHint:
    'Sends every event since this time again (UTC), also those that were delivered. At most 30 days ago. New events go first.',
  since: 'Since',
  sinceFormat: 'As 2026-11-16 14:30',
  replay: 'Send again',
  deleteHeading: 'Delete this webhook',
  deleteHint: 'Nothing is sent any more, and the list of its deliveries is deleted.',
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
  deleteFact: 'Events that wait for it are not sent.',
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
  once: 'Copy the secret now and give it to the receiver. It is shown only here.',
  continue: 'Continue',
};

export const notices = {
  changed: 'The changes were saved.',
  deleted: 'The webhook was deleted.',
  paused: 'The webhook is paused.',
  resumed: 'The webhook is active again.',
  tested: 'A test event is on its way. It appears below.',
  redelivered: 'It is sent again.',
  replayed: 'The events are on their way.',
};

export const refusals = {
  WEBHOOK_NOT_FOUND: 'This webhook was deleted in the meantime.',
  DELIVERY_NOT_FOUND: 'This delivery is no longer kept.',
  EVENT_GONE: 'The event is no longer kept, so it cannot be sent again.',
  TOO_MANY_WEBHOOKS: 'There are already as many webhooks as possible. Delete one first.',
  TOO_MANY_EVENTS: 'More than 10,000 events match. Choose a later time.',
  REPLAY_RUNNING: 'Events are still being sent again. Wait until they are delivered.',
  WEBHOOK_PAUSED: 'The webhook is paused. Resume it first.',
};

export const fields = {
  url: 'Enter a whole URL that begins with https://.',
  events: 'Enter types of events, one per line, such as seat.granted, seat.* or *.',
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
  readersHeading: 'How far readers are',
  readersLead: 'An event can be read when every older transaction has ended. A long transaction delays all readers.',
  heldBack: 'All readers are held back by a transaction for',
  fanOut: 'Events for webhooks',
  upToDate: 'up to date',
};
