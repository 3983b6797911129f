import { line } from '@org/identity-core';

/** The page about the leases of one application. */
export const leases = {
  name: 'Leases',
  title: (application: string) => line`Leases of ${application}`,
  lead: 'With a lease, somebody can use the application for up to 30 days without a connection. Until then, the seat stays with that person. You can free it earlier.',
  allowed: 'Everybody with a license of this application can get a lease.',
  off: (types: string) =>
    line`There are no new leases of ${types}: whoever sells the licenses has switched them off. Those below run until their end.`,
  heading: 'Leases that run',
  empty: 'Nobody has a lease of this application at the moment.',
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
  facts: ['Offline, the lease goes on until its end: it cannot be called back from a device without a connection.'],
};

export const notices = {
  'lease-ended': 'The seat is free.',
};

export const refusals = {
  LEASE_NOT_FOUND: 'This lease has ended in the meantime. Nothing was changed.',
};
