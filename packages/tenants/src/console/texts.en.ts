export { roles } from '../member-pages/texts.en.js';

/** The page where a user chooses the console of a tenant. */
export const list = {
  name: 'Organizations',
  title: 'Your organizations',
  lead: 'Choose an organization.',
  empty: 'You are not a member of any organization yet.',
  search: 'Name or short name',
  noMatch: 'None of your organizations matches this search.',
  caption: 'Organizations',
  organization: 'Organization',
  role: 'Your role',
  members: 'Members',
  createTitle: 'New organization',
  nameLabel: 'Name',
  slugLabel: 'Short name',
  slugHint: 'Part of its web address: lowercase letters, digits and hyphens. Leave it empty to use the name.',
  create: 'Create organization',
};

export const listNotices = { deleted: 'The organization was deleted.', left: 'You have left the organization.' };

/** The error of each field. */
export const listFields = {
  name: 'Enter a name of at most 100 characters, without web addresses or control characters.',
  slug: 'Use 3 to 63 lowercase letters, digits and single hyphens. Some words, such as admin, cannot be used.',
};

export const listRefusals = {
  SLUG_TAKEN: 'This short name is taken. Choose another one.',
  RATE_LIMITED: 'You have created many organizations today. Try again tomorrow.',
};

/** What every member may know, on the overview. */
export const about = {
  title: 'About this organization',
  name: 'Name',
  slug: 'Short name',
  secondFactor: 'Second factor',
  required: 'Required for everyone',
  optional: 'Optional',
  created: 'Created',
  admins: 'Your admins',
};
