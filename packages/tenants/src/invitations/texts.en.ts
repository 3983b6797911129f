import { line, type Part, sentence } from '@org/identity-ui';

export const invitation = {
  title: 'Accept invitation',
  invites: (inviter: Part, tenant: Part) => sentence`${inviter} invites you to join ${tenant}`,
  invited: (tenant: Part) => sentence`You were invited to join ${tenant}`,
  choosePassword: (email: Part) => sentence`Choose a password for your new account ${email}.`,
  chooseName: (email: Part) => sentence`For your new account ${email}. You sign in with codes that we email you.`,
  name: 'Your name',
  password: 'Password',
  passwordHint: 'At least 8 characters. A few unusual words work well.',
  createAndJoin: 'Create account and join',
  signedInAs: (email: Part) => sentence`You are signed in as ${email}.`,
  join: 'Join',
  hasAccount: (email: Part) => sentence`You already have an account: ${email}. Enter your password to join.`,
  signInOtherwise: 'Sign in another way',
  signInFirst: (email: Part) => sentence`You already have an account: ${email}. Sign in to join.`,
  signIn: 'Sign in',
  byProvider: (email: Part, connection: Part) =>
    sentence`Your organization signs people in with ${connection}. Sign in there as ${email} to join. You need no password here.`,
  continueWith: (connection: string) => `Continue with ${connection}`,
  otherTitle: 'This invitation is for another email address',
  other: (email: Part, signedInAs: Part) =>
    sentence`It was sent to ${email}, but you are signed in as ${signedInAs}. Sign out to accept it, or ask for an invitation to your own email address.`,
  signOutAndGoOn: 'Sign out and continue',
  joinedTitle: 'Welcome',
  joined: (tenant: Part) =>
    sentence`You are now a member of ${tenant}. Open the application you were invited for and sign in.`,
  errors: {
    wrongPassword: 'That is not the password of this account. Check it and try again.',
    name: 'Enter your name. Use up to 100 characters, without a web address.',
  },
  expired: {
    title: 'This invitation has expired',
    message: 'Invitations are valid for a limited time.',
    advice: 'Ask the person who invited you to send it again. If you already accepted it, just sign in.',
  },
  dead: {
    title: 'This invitation cannot be used',
    message: 'It was already accepted or withdrawn, or the link is incomplete.',
    advice: 'Ask the person who invited you for a new one. If you already accepted it, just sign in.',
  },
};

export const invitationMail = {
  subject: (inviter: string, tenant: string) => `${inviter} invites you to ${tenant}`,
  title: (tenant: string) => `Join ${tenant}`,
  message: (inviter: string, tenant: string) => line`${inviter} invites you to join ${tenant}.`,
  messageParts: (inviter: Part, tenant: Part) => sentence`${inviter} invites you to join ${tenant}.`,
  accept: 'Accept invitation',
  after: (date: Date) =>
    `This link works once and expires on ${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)} (UTC). If you did not expect this email, you can ignore it.`,
};
