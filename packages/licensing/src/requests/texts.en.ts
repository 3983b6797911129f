import { line } from '@org/identity-ui';

/** The requests for one application, and its waiting list. */
export const requests = {
  name: 'Requests and waiting list',
  title: (application: string) => line`Requests for ${application}`,
  show: 'Show',
  choices: {
    open: 'Open requests',
    PENDING: 'To decide',
    WAITING: 'Waiting list',
    GRANTED: 'Granted',
    DECLINED: 'Declined',
  },
  pending: 'To decide',
  noPending: 'No open requests.',
  waiting: 'Waiting list',
  waitingLead: 'Free seats go to the first in line for that license type.',
  noWaiting: 'The waiting list is empty.',
  decided: { GRANTED: 'Granted requests', DECLINED: 'Declined requests' },
  noDecided: { GRANTED: 'No granted requests yet.', DECLINED: 'No declined requests yet.' },
  all: (count: string) => line`Show all ${count}`,
  position: 'Place',
  person: 'Name',
  licenseType: 'License type',
  anyType: 'Any',
  note: 'Note',
  since: 'Asked',
  decidedAt: 'Decided',
  actions: 'Actions',
  decide: 'Decide',
  of: (person: string) => line` the request of ${person}`,
  takeOff: 'Remove from the list',
  ofWaiting: (person: string) => line`, request of ${person}`,
};

/** The page of one request. */
export const decision = {
  name: 'Request',
  title: (person: string) => line`Request of ${person}`,
  email: 'Email',
  wants: 'Wanted license',
  state: 'State',
  states: { PENDING: 'To decide', WAITING: 'Waiting', GRANTED: 'Granted', DECLINED: 'Declined' },
  place: (position: number) => line`Place ${position} on the waiting list`,
  form: 'Your decision',
  licenseType: 'License type',
  choice: (type: string, free: number) => (free > 0 ? line`${type} (${free} free)` : line`${type} (none free)`),
  notActive: (type: string) => line`${type} (subscription not active)`,
  full: 'If no seat is free, the person joins the end of the waiting list.',
  note: 'Note for the person',
  noteHint: 'Optional, up to 500 characters. It is included in the email.',
  approve: 'Approve',
  decline: 'Decline',
  noteTooLong: 'Enter at most 500 characters.',
  chooseType: 'Choose a license type.',
};

/** What is asked before a request is declined. */
export const confirm = {
  decline: (person: string) => line`Decline the request of ${person}?`,
  declineButton: 'Decline',
  takeOff: (person: string) => line`Take ${person} off the waiting list?`,
  takeOffButton: 'Remove from the list',
};

export const notices = {
  GRANTED: 'The request was approved. The person has a seat.',
  WAITING: 'The request was approved. No seat is free, so the person is on the waiting list.',
  DECLINED: 'The request was declined.',
  'taken-off': 'The person is no longer on the waiting list.',
};

export const refusals = {
  REQUEST_DECIDED: 'This request was decided a moment ago. Nothing was changed.',
  REQUEST_NOT_FOUND: 'This request no longer exists.',
  ALREADY_LICENSED: 'This person already has a seat of the application. Nothing was changed.',
  NO_SEATS_AVAILABLE: 'Your organization has no subscription of this license. Nothing was changed.',
  INVALID_LICENSE_TYPE: 'Choose a license type of this application. Nothing was changed.',
};
