import { line } from '@org/identity-ui';

/** The accounts that are linked to a provider. */
export const links = {
  title: 'Linked accounts',
  heading: (connection: string) => line`Linked accounts of ${connection}`,
  lead: 'Each account here is linked to one user of your identity provider. Unlink an account if your provider gave that user to somebody else, or if two users were mixed up.',
  empty: 'No account is linked yet. Accounts are linked when people first sign in with this connection.',
  account: 'Account here',
  user: 'User at the provider',
  noEmail: 'No email',
  linked: 'Linked',
  used: 'Last sign-in',
  never: 'Never',
  action: 'Action',
  unlink: 'Unlink',
  back: 'Back to the connection',
};

export const confirm = {
  title: (email: string) => line`Unlink ${email}?`,
  button: 'Unlink',
  facts: [
    (connection: string) =>
      line`At the next sign-in with ${connection}, they confirm once more that the account is theirs.`,
    (connection: string) => line`They are signed out of everything that they opened with ${connection}.`,
    (_connection: string) => 'They stay a member of your organization.',
  ],
};

export const notices = { unlinked: 'The account was unlinked.' };

export const refusals = { CONNECTION_LINK_NOT_FOUND: 'This account is not linked any more.' };
