import { line } from '@org/identity-ui';

/** The page that takes back the seats that are used least. */
export const reduce = {
  name: 'Release unused seats',
  title: (application: string) => line`Release seats of ${application}`,
  lead: 'Choose a license type and how many seats should still be held. The page then shows whose seats were not used for the longest time. Nothing changes before you confirm it.',
  licenseType: 'License type',
  choice: (type: string, held: string) => line`${type} (${held} held)`,
  seats: 'Seats to keep',
  seatsHint: 'Up to 200 seats can be released at once.',
  show: 'Show whose seats these are',
  none: 'Nobody has a seat of this application.',
  enough: 'No more seats than that are assigned. Enter a lower number.',
  caption: 'Seats that were not used for the longest time',
  order:
    'The seat that was not used for the longest time comes first. Seats of leases, which work offline, are left out.',
  short: (found: string, wanted: string) =>
    line`Only ${found} of ${wanted} seats can be released. The others are leased, or more than 200 at once.`,
  waiting: 'People wait for a seat of this license. Released seats go to them at once.',
  submit: 'Take back these seats',
  back: 'Back to the holders',
};

export const errors = {
  licenseType: 'Choose a license type.',
  seats: 'Enter a whole number.',
};

export const refusals = {
  SEAT_LEASED: 'One of the seats is leased for offline work. Nothing was changed.',
};
