import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const passwordForm = {
  lead: 'Changing your password signs you out everywhere except in this browser.',
  enterCurrent: 'Enter your current password.',
  current: 'Current password',
  new: 'New password',
  hint: 'At least 8 characters. A few unusual words work well.',
  change: 'Change password',
  forgotten: 'Forgot your password? Send a link',
  none: (email: Part) =>
    sentence`You do not have a password yet. We can send a link to set one to ${email}. Setting a password signs you out everywhere.`,
  sendLink: 'Send link',
};

export const passwordReset = {
  title: 'Reset your password',
  ask: 'Enter the email address of your account. We will send you a link to set a new password.',
  email: 'Email',
  wholeAddress: shared.wholeAddress,
  send: 'Send link',
  askedTitle: 'Check your email',
  asked: (email: Part) =>
    sentence`If there is an account for ${email}, we sent a link to it. The link expires in one hour.`,
  noMail:
    'No email after a few minutes? Check your spam folder and the spelling of the address. We send only a few emails an hour to one address, and only the newest link works.',
  forAccount: (email: Part) => sentence`For the account ${email}. You will be signed out everywhere.`,
  newPassword: 'New password',
  passwordHint: shared.passwordHint,
  set: 'Set password',
  doneTitle: 'Your new password is set',
  done: 'You were signed out everywhere. Go back to the application and sign in with your new password.',
};

export const mails = {
  passwordChanged: {
    title: 'Your password was changed',
    message: (product: string) =>
      `The password of your ${product} account was changed. You were signed out everywhere else.`,
    after: shared.notYou,
  },
  resetPassword: {
    title: 'Reset your password',
    message: (product: string) => `We received a request to reset the password of your ${product} account.`,
    action: 'Set a new password',
    after: (minutes: number) =>
      `This link works once and expires in ${minutes} minutes. ${shared.ignore}: your password stays the same.`,
  },
  welcome: {
    title: (product: string) => `Your ${product} account`,
    message: (product: string) => `A ${product} account was created for you. Choose a password to sign in.`,
    action: 'Choose a password',
    after: (hours: number) =>
      `This link works once and expires in ${hours} hours. After that, choose “Forgot your password?” on the sign-in page.`,
  },
  passwordSet: {
    title: 'Your password was reset',
    message: (product: string) =>
      `The password of your ${product} account was reset with a link from an email. You were signed out everywhere.`,
    after:
      'If this was not you, someone else may be reading your email. Secure your mailbox, then contact support right away.',
  },
};
