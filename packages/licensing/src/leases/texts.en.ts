import { line } from '@org/identity-ui';

/** The page about the leases of one application. */
export const leases = {
  name: 'Leases',
  title: (application: string) => line`Leases of ${application}`,
  lead: 'A lease lets a person use the application offline for up to 30 days. The seat stays theirs until the lease ends, unless you free it.',
  allowed: 'Everyone who has a license for this application can take a lease.',
  off: (types: string) => line`New leases of ${types} are switched off by your vendor. Those below run until they end.`,
  heading: 'Active leases',
  empty: 'No active leases.',
  who: 'Person and license',
  since: 'Since',
  until: 'Until',
  actions: 'Actions',
  free: 'Free this seat',
  freeOf: (name: string) => line` of ${name}`,
};

export const confirm = {
  title: (name: string) => line`Free the seat of ${name}?`,
  button: 'Free this seat',
  facts: ['A device that is offline can use the lease until it ends.'],
};

export const notices = {
  'lease-ended': 'The seat is free.',
};

export const refusals = {
  LEASE_NOT_FOUND: 'This lease has ended in the meantime. Nothing was changed.',
};
