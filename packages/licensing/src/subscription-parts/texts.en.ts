import { line } from '@org/identity-core';

/** What a list says about a subscription, besides its state. */
export const facts = {
  trial: 'Trial',
  planned: (seats: string, date: string, one: boolean) =>
    one ? line`1 seat from ${date}` : line`${seats} seats from ${date}`,
  overage: (percent: string) => line`up to ${percent} more`,
  alsoReserved: (count: number) => line`${count} reserved`,
  reserved: 'Reserved',
  noLeases: 'no leases',
};

/** The fields of a subscription. */
export const fields = {
  effectiveAt: 'From this day on (optional)',
  effectiveHint: 'As 2027-01-31, in UTC. Without it, the number of seats changes now.',
  onExcess: 'If more seats are held',
  onExcessHint: 'Released are those that were not used for the longest time. The next page shows whose they are.',
  excess: { refuse: 'Refuse the change', release: 'Release as many seats as needed' },
  trial: 'Kind',
  kinds: { bought: 'Bought', trial: 'Trial' },
  trialHint: 'A trial needs a last day. An organization can try each application once.',
  overagePercent: 'Overage in percent',
  overageHint: 'How many seats can be granted beyond the number: 0 to 100. If it is not 0, at least one.',
  reclaimAfterDays: 'Reclaim unused seats after days',
  reclaimHint: '0 to 365; 0 means never. People are told by mail seven days before.',
  leases: 'Leases',
  leasesHint:
    'With a lease, a member can use the seat for up to 30 days without a connection. Leases that run are not affected.',
  leasePolicies: { ALLOWED: 'Allowed', NONE: 'No new leases' },
  limits: 'Limits (optional)',
  limitsHint: 'One per line, such as contacts = 10000. They replace those of the license type, key by key.',
  typeLimits: 'Limits',
  typeLimitsHint: 'One per line, such as contacts = 10000.',
};

/** The plan and the trial on the page of a subscription. */
export const plan = {
  label: 'Planned change',
  withdraw: 'Withdraw the planned change',
  reduceTitle: (seats: number, date: string) =>
    seats === 1
      ? line`Reduce the subscription to 1 seat on ${date}?`
      : line`Reduce the subscription to ${seats} seats on ${date}?`,
  release: (count: number) =>
    count === 1
      ? 'On that day, 1 seat is released: the one that was not used for the longest time.'
      : line`On that day, up to ${count} seats are released: those that were not used for the longest time.`,
  convert: 'Convert the trial into a bought subscription',
};

export const notices = {
  planned: 'The change was planned.',
  withdrawn: 'The planned change was withdrawn.',
  converted: 'The trial was converted into a bought subscription.',
};

export const refusals = {
  SEATS_IN_USE:
    'More seats are held or reserved than that. Take some back first, or choose to release them. Nothing was changed.',
  SEAT_LEASED: 'Too many of the seats are leased to people who work offline. Nothing was changed.',
  TRIAL_USED: 'This organization has tried this application before. Nothing was changed.',
};

/** The error of each field. */
export const errors = {
  effectiveAt: 'Enter a day in the future, as 2027-01-31.',
  trial: 'Choose a kind.',
  overagePercent: 'Enter a number from 0 to 100.',
  reclaimAfterDays: 'Enter a number from 0 to 365.',
  leases: 'Choose whether leases are allowed.',
  limits: 'Enter at most 100 limits, each with its own name of at most 64 characters, = and a whole number.',
};
