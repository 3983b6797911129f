import { type Part, sentence } from '@org/identity-core';

const passwordHint = 'At least 8 characters. A few unusual words work well.';
const wholeAddress = 'Enter a full email address, such as ann@example.com.';

export const signIn = {
  title: 'Sign in',
  continueTo: (client: Part) => sentence`to continue to ${client}`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgot: 'Forgot your password?',
  register: 'Create an account',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  usePasskey: 'Use a passkey',
  cancel: 'Cancel',
  errors: {
    // One text for every reason, so that it tells nothing about the account.
    refused: 'That email and password do not match. Check both and try again.',
    byInvitation: 'You need an invitation to create an account here. Ask a colleague to invite you.',
    offerOver: 'That took too long. Sign in again to keep your account.',
    passkey: 'That passkey was not accepted. Try again, or sign in another way.',
    incomplete: 'Enter your email and your password.',
  },
  passwordSet: 'Your new password is set. Sign in with it to continue.',
};

export const passwordReset = {
  title: 'Reset your password',
  ask: 'Enter the email address of your account. We will send you a link to set a new password.',
  email: 'Email',
  wholeAddress,
  send: 'Send link',
  askedTitle: 'Check your email',
  asked: (email: Part) =>
    sentence`If there is an account for ${email}, we sent a link to it. The link expires in one hour.`,
  noMail:
    'No email after a few minutes? Check your spam folder and the spelling of the address. We send only a few emails an hour to one address, and only the newest link works.',
  forAccount: (email: Part) => sentence`For the account ${email}. You will be signed out everywhere.`,
  newPassword: 'New password',
  passwordHint,
  set: 'Set password',
  doneTitle: 'Your new password is set',
  done: 'You were signed out everywhere. Go back to the application and sign in with your new password.',
};

export const registration = {
  title: 'Create an account',
  continueTo: signIn.continueTo,
  email: 'Email',
  password: 'Password',
  passwordHint,
  name: 'Your name (optional)',
  submit: 'Create account',
  signInInstead: 'Sign in with an existing account',
  errors: {
    email: wholeAddress,
    password: 'Choose a password.',
    displayName: 'Use up to 100 characters, without a web address.',
  },
  lookTitle: 'Check your email',
  look: (email: Part) =>
    sentence`We sent an email to ${email}. Open the link to continue, preferably in this browser. It expires in 24 hours.`,
  noMail:
    'No email after a few minutes? Check your spam folder and the spelling of the address. We send only a few emails an hour to one address.',
  confirmTitle: 'Create your account',
  confirm: (email: Part) => sentence`With the email address ${email} and the password you chose.`,
  confirmAndGoOn: 'Create account and continue',
  finish: (email: Part) =>
    sentence`For ${email}. Choose a password. A password that was entered earlier does not count.`,
  readyTitle: 'Your account is ready',
  ready: (email: Part) =>
    sentence`You can sign in now. Go back to the application and enter ${email} and your password.`,
  takenTitle: 'You already have an account',
  taken: 'An account with your email address was created in the meantime. Nothing was changed.',
  takenElsewhere: 'Go back to the application and sign in. If you do not know the password, reset it there.',
  signInThereTitle: 'Sign in to the application',
  signInThere: 'Open the application you want to use, and sign in with the email address that received this email.',
};

export const keepAccount = {
  title: 'Your account will be deleted',
  erasedOn: (date: Part) => sentence`You deleted your account. It will be permanently deleted on ${date}.`,
  keepIt: 'If you keep it, you can use it as before. Licenses you had must be assigned to you again.',
  keep: 'Keep my account',
  leave: 'Do not keep it',
};
