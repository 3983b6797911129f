import { type Part, sentence } from '@org/identity-ui';

export const link = {
  title: 'Set up a second factor',
  lead: (email: Part) => sentence`For the account ${email}. Enter your password to continue.`,
  leadSignIn: (email: Part) => sentence`For the account ${email}. Sign in first, then open this link again.`,
  leadSignedIn: (email: Part) => sentence`You are signed in as ${email}.`,
  password: 'Password',
  continue: 'Continue',
  wrong: 'That password is not correct.',
  noPassword: 'This account has no password yet. Set one first, then open this link again.',
  passkeyNotMade: 'The passkey could not be created, or it took too long. Try again.',
};

/** During a sign-in that requires a second factor. */
export const askOperator = {
  title: 'Ask for a link',
  needed: 'You are a super admin, and your account has no second factor yet. A password alone cannot add one.',
  command: 'Ask the operator of this service to send you a link. The operator makes it with this command:',
  back: 'Cancel',
};
