import { line } from '@org/identity-ui';

/** All organizations of the platform. */
export const tenants = {
  name: 'Organizations',
  title: 'Organizations',
  search: 'Name or short name',
  total: (count: number) => (count === 1 ? '1 organization' : line`${count} organizations`),
  empty: 'No organization was found.',
  tenant: 'Organization',
  members: 'Members',
  policy: 'Second factor',
  policies: { REQUIRED: 'Required', OPTIONAL: 'Optional' },
  created: 'Created',
};
