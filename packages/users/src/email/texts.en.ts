import { line, type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const emailForm = {
  needsPassword: (email: Part, setPassword: Part) =>
    sentence`Your email address is ${email}. To change it, ${setPassword} first.`,
  setPassword: 'set a password',
  lead: (email: Part) =>
    sentence`Your email address is ${email}. To change it, open the link that we send to the new address.`,
  newAddress: 'New email address',
  wholeAddress: 'Enter a full email address.',
  enterPassword: 'Enter your password.',
  password: 'Your password',
  signInFirst: 'If you signed in more than ten minutes ago, you will be asked to sign in again first.',
  sendLink: 'Send link',
  pendingTitle: 'Waiting for your confirmation',
  pending: (email: Part) =>
    sentence`If ${email} can be used, we sent a link to it. Only the newest link works, for 24 hours.`,
  otherTitle: 'Use another address',
};

export const emailChange = {
  title: 'Confirm your new email address',
  willUse: (email: Part, newEmail: Part) =>
    sentence`The account ${email} will use ${newEmail} from now on, also for signing in.`,
  use: 'Use this email address',
  doneTitle: 'Your email address was changed',
  done: (email: Part) => sentence`From now on, sign in with ${email}. We sent a notice to your old email address.`,
};

export const emailVerification = {
  title: 'Confirm your email address',
  isYours: (email: Part) =>
    sentence`Is the account ${email} yours? If you do not have an account here, close this page.`,
  confirm: 'Yes, confirm',
  doneTitle: 'Your email address is confirmed',
  done: (email: Part) => sentence`${email} is confirmed. You can close this page and continue in the application.`,
};

export const emailProof = {
  title: 'Confirm your email address',
  lead: (email: Part) =>
    sentence`Your account came here from another system. Before you can use it, confirm once that ${email} is yours.`,
  send: 'Send me a link',
  lookTitle: 'Check your email',
  look: (email: Part) =>
    sentence`We sent an email to ${email}. Open the link in this browser to continue. You can close this page.`,
  noMail: 'No email after a few minutes? Check your spam folder, or sign in again.',
  confirm: (email: Part) => sentence`You have opened the link that we sent to ${email}.`,
  goOn: 'Continue',
  refused: 'This link has expired, or it belongs to another sign-in. Sign in again to get a new one.',
};

export const mails = {
  confirmEmail: {
    title: 'Confirm your new email address',
    message: (product: string) => line`We received a request to use this email address for an account at ${product}.`,
    action: 'Confirm email address',
    after: (hours: number) => `This link works once and expires in ${hours} hours. ${shared.ignore}.`,
  },
  emailChanged: {
    title: 'Your email address was changed',
    message: (product: string, newEmail: string) =>
      line`The email address of your ${product} account was changed to ${newEmail}.`,
    after: shared.notYou,
  },
  addressTaken: {
    title: 'This email address is already in use',
    message: (product: string) =>
      line`Someone tried to use this email address for another account at ${product}. It already belongs to your account, so nothing was changed.`,
    after: 'If it was you, sign in to the account that uses this email address. If not, you can ignore this email.',
  },
  proveEmail: {
    title: 'Confirm your email address',
    message: (product: string) =>
      `We received a request to sign in to ${product} with this email address. Open the link in the browser you started in.`,
    action: 'Continue signing in',
    after: `This link expires in one hour, and works only in that browser. ${shared.ignore}.`,
  },
  verifyEmail: {
    title: 'Confirm your email address',
    message: (product: string) => `An account at ${product} uses this email address. Confirm that it is yours.`,
    action: 'Confirm email address',
    after: (hours: number) =>
      `This link works once and expires in ${hours} hours. If you do not have an account there, you can ignore this email.`,
  },
};
