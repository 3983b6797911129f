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
  create: 'New organization',
};

export const tenantNotices = { created: 'The organization was created. The invitation is on its way to its owner.' };

/** The form for a new organization. */
export const newTenant = {
  title: 'New organization',
  lead: 'The owner gets an email with an invitation. Until they accept it, the organization has no members.',
  nameLabel: 'Name',
  slugLabel: 'Short name (optional)',
  slugHint: 'Part of its web address: lowercase letters, digits and hyphens. Leave it empty to use the name.',
  ownerLabel: 'Email of the owner',
  ownerHint: 'The invitation is valid for 7 days. You can send it again in the console of the organization.',
  create: 'Create organization and send invitation',
};

/** The error of each field. */
export const newTenantFields = {
  name: 'Enter a name of at most 100 characters.',
  slug: 'Use 3 to 63 lowercase letters, digits and single hyphens. Some words, such as admin, cannot be used.',
  ownerEmail: 'Enter an email address such as ada@example.com.',
};

export const newTenantRefusals = { SLUG_TAKEN: 'This short name is taken. Choose another one.' };
