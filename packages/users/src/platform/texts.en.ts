import { line } from '@org/identity-ui';

/** All users. */
export const people = {
  name: 'People',
  title: 'People',
  search: 'Name, email or id',
  status: 'Status',
  all: 'All',
  person: 'Person',
  since: 'Since',
  superAdmin: 'Super admin',
  secondFactor: 'Second factor',
  missing: 'Missing',
  noneLacks: 'Everyone found has a second factor.',
  create: 'New person',
  empty: 'No people found. Try the beginning of a name or email address.',
};

/** The form for a new user. */
export const newPerson = {
  title: 'New person',
  lead: 'The account has no password yet. The person chooses one with a link that we send by email.',
  leadWithoutPasswords: 'The person signs in with this email address.',
  email: 'Email',
  displayName: 'Name (optional)',
  welcome: 'Email the person a link to choose a password',
  welcomeByCode: 'Email the person how to sign in',
  verified: 'I have checked that this email address belongs to the person',
  create: 'Create person',
};

/** The error of each field. */
export const newPersonFields = {
  email: 'Enter an email address such as ada@example.com.',
  displayName: 'Enter a name of at most 100 characters.',
};

export const newPersonRefusals = { EMAIL_TAKEN: 'There is already an account with this email address.' };

export const statuses = { ACTIVE: 'Active', DISABLED: 'Disabled', DELETED: 'Deleted' };

/** One user. */
export const person = {
  name: 'Person',
  email: 'Email',
  unverified: 'Not verified',
  disabledAt: 'Disabled since',
  eraseAt: 'Erased after',
  ways: 'Signs in with',
  secondFactor: 'Second factor',
  id: 'Id',
  explain: 'Explain this person’s access',
  memberships: 'Organizations',
  noMemberships: 'Not a member of any organization.',
  organization: 'Organization',
  role: 'Role',
  state: 'State',
  sessions: 'Sessions',
  noSessions: 'Not signed in anywhere.',
  browser: 'Browser',
  thisBrowser: 'This browser',
  location: 'Place',
  lastActive: 'Last active',
  actions: 'Actions',
  signOut: 'Sign out',
  signOutAll: 'Sign out everywhere',
  helpTitle: 'Help with signing in',
  unlockHint: 'Unlocking forgets wrong passwords and codes, so that the person can try again at once.',
  unlock: 'Unlock',
  resetHint:
    'The reset link lets the person choose a new password. It goes to their email address and is valid for an hour.',
  sendReset: 'Send a reset link',
  factorsHint:
    'If the person has lost their second factors, verify who asks before you remove them. Afterwards the password alone is enough.',
  removeFactors: 'Remove second factors',
  accessTitle: 'Access',
  disableHint: 'A disabled account cannot be used. Memberships and seats stay.',
  enableHint: 'An enabled account can sign in again. Ended sessions stay ended.',
  disable: 'Disable',
  enable: 'Enable',
  eraseHint: 'Erasing closes the account at once. Its data is erased within the hour and cannot be restored.',
  erase: 'Erase',
};

/** The ways to sign in. */
export const signIn = {
  password: 'Password',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : line`${count} passkeys`),
  none: 'None',
  on: 'Set up',
  off: 'None',
};

export const roles: Readonly<Record<string, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' };
export const memberStatuses: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  INVITED: 'Invited',
};

/** What is asked before an action. */
export const confirm = {
  'sign-out': {
    title: (name: string) => line`Sign out ${name} in this browser?`,
    button: 'Sign out',
    facts: ['All applications that were used in this session are signed out as well.'],
  },
  'sign-out-all': {
    title: (name: string) => line`Sign out ${name} everywhere?`,
    button: 'Sign out everywhere',
    facts: ['All sessions and tokens end at once.'],
  },
  'remove-factors': {
    title: (name: string) => line`Remove all second factors of ${name}?`,
    button: 'Remove second factors',
    facts: [
      'Authenticator apps, passkeys and recovery codes are deleted. Afterwards the password alone is enough to sign in.',
      'The person gets no email about it.',
    ],
  },
  disable: {
    title: (name: string) => line`Disable the account of ${name}?`,
    button: 'Disable',
    facts: ['All sessions and tokens end at once. Nobody can sign in to the account until you enable it again.'],
  },
  erase: {
    title: (name: string) => line`Erase the account of ${name}?`,
    button: 'Erase',
    facts: ['All personal data is erased within the hour. This cannot be undone.'],
  },
};

/** By the action. */
export const notices = {
  created: 'The account was created.',
  welcomed: 'The account was created. The link to choose a password is on its way.',
  'welcomed-by-code': 'The account was created. An email that says how to sign in is on its way.',
  'sign-out': 'The session has ended.',
  'sign-out-all': 'All sessions have ended.',
  unlock: 'The account is unlocked.',
  'send-reset': 'The reset link is on its way to the email address of this account.',
  'remove-factors': 'The second factors were removed.',
  disable: 'The account is disabled.',
  enable: 'The account is enabled.',
  erase: 'The account is closed. Its data is erased within the hour.',
};

export const refusals = {
  VALIDATION_FAILED: 'You cannot do this to your own account. Nothing was changed.',
  TENANT_OWNER: 'This person is the only owner of an organization. Give it another owner first. Nothing was changed.',
  LAST_SUPER_ADMIN: 'There is no other super admin who can sign in. Nothing was changed.',
};
