import { line, type Part, sentence } from '@org/identity-ui';

/** A user's own licenses, in the account. */
export const page = {
  name: 'Licenses',
  title: 'Your licenses',
  none: 'You have no licenses.',
  since: (day: Part) => sentence`Since ${day}`,
  requests: 'Requests and waiting lists',
  asked: (day: Part) => sentence`Asked on ${day}`,
  causes: {
    rule: (day: Part) => sentence`By a license rule of the organization, ${day}`,
    invitation: (day: Part) => sentence`With your invitation, ${day}`,
    assignment: (day: Part) => sentence`Put on the list by an admin, ${day}`,
  },
  pending: 'Not decided yet',
  waiting: (position: number) => line`Place ${position} on the waiting list`,
  withdraw: 'Withdraw',
  ofRequest: (application: string) => line` the request for ${application}`,
  ask: 'Ask for a license',
  askLead: 'The admins of the organization decide. You get an email with their answer.',
  license: 'License',
  any: (application: string) => line`${application}: any license type`,
  note: 'Note',
  noteHint: 'Optional, at most 500 characters. For example, what you need it for.',
  submit: 'Ask for the license',
  noteTooLong: 'Enter at most 500 characters.',
  chooseLicense: 'Choose a license.',
};

export const notices = {
  requested: 'Your request was sent.',
  withdrawn: 'Your request was withdrawn.',
};

export const refusals = {
  REQUEST_EXISTS: 'You already asked for a license for this application.',
  REQUEST_DECIDED: 'This request was decided a moment ago. Nothing was changed.',
  REQUEST_NOT_FOUND: 'This request no longer exists.',
  ALREADY_LICENSED: 'You already have a license for this application.',
  NO_SEATS_AVAILABLE: 'The organization has no subscription of this license any more.',
  INVALID_APPLICATION_ID: 'Choose a license.',
  INVALID_LICENSE_TYPE: 'Choose a license.',
  USER_NOT_FOUND: 'You are not a member of this organization any more.',
  SECOND_FACTOR_REQUIRED:
    'This organization requires a second factor. Sign out, and sign in again with your second factor.',
};
