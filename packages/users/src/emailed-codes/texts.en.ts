import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const emailCode = {
  send: 'Email me a code',
  wholeAddress: shared.wholeAddress,
  title: 'Check your email',
  asked: (email: Part) =>
    sentence`If ${email} can be used to sign in, we sent a code to it. It works only in this browser and expires in 10 minutes.`,
  code: 'Code from the email',
  codeHint: '6 digits',
  continue: 'Continue',
  noMail:
    'No email after a few minutes? Check your spam folder and the spelling of the address. We send only a few codes an hour to one address, and only the newest one works.',
  signInOtherwise: 'Use another email or way to sign in',
  errors: {
    missing: 'Enter the 6 digits from the email.',
    wrong: 'That code is not right. Check the newest email and try again.',
    over: 'This code no longer works. Send a new one.',
  },
  overTitle: 'This code has expired',
  over: 'A code works once, for 10 minutes, and only in the browser in which you asked for it. Go back to the sign-in for a new one.',
  nameTitle: 'Create your account',
  nameLead: (email: Part) => sentence`You have no account yet. We create one for ${email}.`,
  name: 'Your name (optional)',
  nameError: 'Use up to 100 characters, without a web address.',
  create: 'Create account and continue',
  newHere: 'New here? Enter your email too: the code creates your account.',
};

export const mails = {
  code: {
    title: (code: string) => `${code} is your code`,
    message: (code: string, product: string) =>
      `To sign in to ${product}, enter the code ${code} on the page on which you asked for it.`,
    after: (minutes: number) =>
      `The code works once and expires in ${minutes} minutes. Do not give it to anybody: we never ask for it by phone or email. ${shared.ignore}.`,
  },
  welcome: {
    title: (product: string) => `Your ${product} account`,
    message: (product: string) =>
      `A ${product} account was created for you. To sign in, enter this email address on the sign-in page: we email you a code each time.`,
    action: 'Go to your account',
    after: 'There is no password to choose or to remember.',
  },
};
