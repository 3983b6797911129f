import { type Part, sentence } from '@org/identity-core';

const passwordHint = 'At least 8 characters. A few unusual words are good.';
const wholeAddress = 'Enter the whole address, such as ann@example.com.';

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
    byInvitation: 'Accounts are made by invitation here. Ask the people you work with for one.',
    offerOver: 'That took too long. Sign in again to keep your account.',
    passkey: 'That passkey was not accepted. Try again, or sign in another way.',
    incomplete: 'Enter your email and your password.',
  },
  passwordSet: 'Your new password is set. Sign in with it to go on.',
};

export const passwordReset = {
  title: 'Set a new password',
  ask: 'Enter the address of your account. A mail brings you a link to set a new password.',
  email: 'Email',
  wholeAddress,
  send: 'Send the link',
  askedTitle: 'Look into your mail',
  asked: (email: Part) =>
    sentence`If there is an account with the address ${email}, a mail with a link is on its way to it. The link works for an hour.`,
  noMail:
    'No mail after a few minutes? Look into the folder for spam, and check the address. Only a few mails are sent to one address in an hour; the newest of them counts.',
  forAccount: (email: Part) => sentence`For the account ${email}. You will be signed out everywhere.`,
  newPassword: 'New password',
  passwordHint,
  set: 'Set the password',
  doneTitle: 'Your new password is set',
  done: 'You are signed out everywhere. Go back to the application and sign in with the new password.',
};

export const registration = {
  title: 'Create an account',
  continueTo: signIn.continueTo,
  email: 'Email',
  password: 'Password',
  passwordHint,
  name: 'Your name (optional)',
  submit: 'Create account',
  signInInstead: 'Sign in with an account you have',
  errors: {
    email: wholeAddress,
    password: 'Choose a password.',
    displayName: 'A name has up to 100 characters and holds no web address.',
  },
  lookTitle: 'Look into your mail',
  look: (email: Part) =>
    sentence`A mail is on its way to ${email}. Open the link in it, best in this browser, to go on. It works for 24 hours.`,
  noMail:
    'No mail after a few minutes? Look into the folder for spam, and check the address. Only a few mails are sent to one address in an hour.',
  confirmTitle: 'Create your account',
  confirm: (email: Part) => sentence`With the address ${email} and the password you have chosen.`,
  confirmAndGoOn: 'Create account and go on',
  finish: (email: Part) =>
    sentence`For the address ${email}. Choose its password here; one that was entered before does not count.`,
  readyTitle: 'Your account is ready',
  ready: (email: Part) =>
    sentence`You can sign in now: go back to the application and enter ${email} and your password.`,
  takenTitle: 'You have an account already',
  taken: 'An account with your address was made in the meantime. Nothing was changed.',
  takenElsewhere: 'Go back to the application and sign in. If you do not know its password, set a new one there.',
  signInThereTitle: 'Sign in at the application',
  signInThere: 'Open the application that you want to use, and sign in there with the address that this mail went to.',
};

export const keepAccount = {
  title: 'Your account will be erased',
  erasedOn: (date: Part) => sentence`You deleted your account. It will be erased on ${date}.`,
  keepIt: 'Keep it, and you can use it as before. Licenses that you had must be assigned to you anew.',
  keep: 'Keep my account',
  leave: 'Leave it closed',
};
