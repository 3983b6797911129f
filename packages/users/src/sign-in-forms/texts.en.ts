import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';
import { registration } from '../registration/texts.en.js';

export const signIn = {
  title: 'Sign in',
  continueTo: registration.continueTo,
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  next: 'Continue',
  forgot: 'Forgot your password?',
  register: 'Create an account',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  usePasskey: 'Use a passkey',
  cancel: 'Cancel',
  errors: {
    // One text for every reason, so that it reveals nothing about the account.
    refused: 'That email and password do not match. Check both and try again.',
    byInvitation: 'You need an invitation to create an account here. Ask a colleague to invite you.',
    offerOver: 'That took too long. Sign in again to keep your account.',
    passkey: 'That passkey was not accepted. Try again, or sign in another way.',
    incomplete: 'Enter your email and your password.',
    email: shared.wholeAddress,
    policy:
      'This organization asks for another way to sign in. Use your work email, or ask an owner of the organization.',
  },
  passwordSet: 'Your new password is set. Sign in with it to continue.',
  breakGlass: 'Sign in as a break-glass owner',
};

/** The page behind a provider that fails. */
export const breakGlass = {
  title: 'Sign in as a break-glass owner',
  lead: 'For the owners whom your organization has chosen for the day on which its sign-in fails. You also need your second factor, and all owners get an email.',
  back: 'Back to sign-in',
  // One text for every reason and every account: it does not tell who is listed.
  refused: 'Email and password do not match, or this account is not a break-glass owner with a second factor.',
};

/** The page that asks a user who is signed in to prove once more that it is them. */
export const confirm = {
  title: 'Confirm it is you',
  reasons: {
    platform: 'The platform console asks again after ten minutes without use, and before risky changes.',
    console: 'This change affects who can use the organization. You continue where you were.',
    account: 'This belongs to your account, so we make sure that it is you. You continue where you were.',
  },
  signedInAs: (email: Part) => sentence`You are signed in as ${email}.`,
  submit: 'Confirm',
  other: 'Use another account',
  byOrganization: 'Continue with single sign-on',
  noPassword: 'Your account has no password of its own yet. We can email you a link to set one.',
  setPassword: 'Set a password',
  errors: {
    refused: 'That password is not right. Try again.',
    byInvitation: signIn.errors.byInvitation,
    offerOver: signIn.errors.offerOver,
    passkey: 'That passkey was not accepted. Try again, or confirm in another way.',
    incomplete: 'Enter your password.',
    email: shared.wholeAddress,
    policy: signIn.errors.policy,
  },
};
