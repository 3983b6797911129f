export const lastPages = {
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this page.',
  deletedTitle: 'Your account is closed',
  deleted:
    'You are signed out everywhere. Check your email to see how long you can still sign in and keep the account.',
};

export const overview = {
  name: 'Name',
  notSet: 'Not set',
  email: 'Email',
  confirmed: ' (confirmed)',
  notConfirmed: ' (not confirmed yet)',
  memberOf: 'Member of',
  roles: { owner: 'owner', admin: 'admin', member: 'member' },
  since: 'Account since',
  confirm: 'Confirm your email address. We will send you a link.',
  sendLink: 'Send link',
};
