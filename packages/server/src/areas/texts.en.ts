import { line } from '@org/identity-ui';

/** The frame of the account, of the tenants' consoles and of the platform's. */
export const frame = {
  account: 'Your account',
  tenants: 'Organizations',
  tenant: 'Organization console',
  platform: 'Platform console',
  crumbs: 'Breadcrumb',
  signOut: 'Sign out',
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
  'signed-in': 'Thanks for signing in again. You can continue now.',
};

/** For errors that an area has no text for. Those of every other page are in core. */
export const refusals = {
  FORBIDDEN: 'Your role does not allow this. Nothing was changed.',
};
