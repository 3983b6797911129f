import { line, type Part, sentence } from '@org/identity-ui';

/** The frame of the account, of the tenants' consoles and of the platform's. */
export const frame = {
  account: 'Your account',
  tenants: 'Your organizations',
  tenant: 'Organization console',
  platform: 'Platform console',
  crumbs: 'Breadcrumb',
  signOut: 'Sign out',
  signedInAs: (name: Part) => sentence`Signed in as ${name}`,
  language: 'Language',
  menu: 'Menu',
  switchTenant: 'switch organization',
  findTenant: 'Find an organization',
  searchMembers: 'Search members',
  searchPeople: 'Search people',
  /** After a number, for screen readers. */
  waiting: 'to do',
};

/** The groups of the navigation. */
export const groups = {
  tenant: {
    people: 'People',
    licenses: 'Licenses',
    security: 'Security',
    developers: 'Developers',
    operations: 'Operations',
    settings: 'Settings',
    more: 'More',
  },
  platform: { people: 'Directory' },
};

/** The first page of a tenant's console. */
export const overview = { name: 'Overview', title: 'Overview' };

/** The page that shows what an action would do. */
export const confirm = {
  lead: 'This is what will happen:',
  nothing: 'Nothing would change.',
  mails: (count: number) => (count === 1 ? '1 email is sent' : line`${count} emails are sent`),
  more: (count: number) => line`and ${count} more`,
  changed: 'Something has changed since you looked. Nothing was done. Check again what will happen now.',
  cancel: 'Cancel',
};

export const notices = {
  'signed-in': 'Thanks for signing in again. Nothing has been saved: enter your change again.',
  'form-kept':
    'Thanks for signing in again. Nothing has been saved yet. Check your entries, then submit the form again. Secrets have to be entered again.',
  'asked-again': 'Thanks for signing in again. Nothing has changed yet.',
};

/** For errors that an area has no text for. Those of every other page are in core. */
export const refusals = {
  FORBIDDEN: 'Your role does not allow this. Nothing was changed.',
};

/** Why a session does not open the console of an organization with a sign-in policy. */
export const policy = {
  title: 'Sign in another way',
  otherTenant: 'You signed in with the identity provider of another organization. Sign in for this one.',
  own: 'You signed in through your organization. Your account is yours alone, so sign in to it yourself.',
  sso: 'This organization requires single sign-on. Sign in with your work email.',
  secondFactor: 'This organization requires a second factor from you.',
  signIn: 'This organization asks you to sign in again.',
  network: 'This organization does not allow access from your network. Use an allowed network, or ask an owner.',
  again: 'Sign in',
};
