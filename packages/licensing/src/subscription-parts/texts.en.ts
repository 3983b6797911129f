import { line } from '@org/identity-ui';

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
  effectiveHint: 'In UTC. Leave empty to change it now.',
  onExcess: 'If more seats are held',
  onExcessHint: 'The seats unused for the longest time are released first. The next page shows whose they are.',
  excess: { refuse: 'Refuse the change', release: 'Release as many seats as needed' },
  trial: 'Kind',
  kinds: { bought: 'Bought', trial: 'Trial' },
  trialHint: 'A trial needs an end date. Each organization can try an application once.',
  overagePercent: 'Overage in percent',
  overageHint:
    'How many more seats can be assigned than were bought: 0 to 100 percent. Any value above 0 allows at least one.',
  reclaimAfterDays: 'Reclaim unused seats after days',
  reclaimHint: '0 to 365; 0 means never. People get an email seven days before.',
  leases: 'Leases',
  leasesHint: 'A lease lets a member work offline for up to 30 days. Running leases are not affected.',
  leasePolicies: { ALLOWED: 'Allowed', NONE: 'No new leases' },
  limits: 'Limits (optional)',
  limitsHint: 'One per line, such as contacts = 10000. Each overrides the limit of the same name in the license type.',
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
  effectiveAt: 'Enter a date in the future, such as 2027-01-31.',
  trial: 'Choose a kind.',
  overagePercent: 'Enter a number from 0 to 100.',
  reclaimAfterDays: 'Enter a number from 0 to 365.',
  leases: 'Choose whether leases are allowed.',
  limits: 'Enter at most 100 limits, each with its own name of at most 64 characters, = and a whole number.',
};

/** What is wrong with the end, by the message of the rule in the API. */
export const ends = {
  'a trial needs an end': 'A trial needs an end date. Enter its last day.',
  'must be after startsAt': 'The end date must be after the start date.',
};

export const limitsLine = (shown: string, rule: string) => line`Check the line “${shown}”. ${rule}`;
