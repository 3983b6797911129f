import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const registration = {
  title: 'Create an account',
  continueTo: (client: Part) => sentence`to continue to ${client}`,
  email: 'Email',
  password: 'Password',
  passwordHint: shared.passwordHint,
  name: 'Your name (optional)',
  submit: 'Create account',
  signInInstead: 'Sign in with an existing account',
  errors: {
    email: shared.wholeAddress,
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

export const mails = {
  confirmRegistration: {
    title: 'Create your account',
    message: (product: string) =>
      `We received a request to create an account at ${product} with this email address. Confirm that it is yours.`,
    action: 'Create account',
    after: (hours: number) =>
      `This link works once and expires in ${hours} hours. ${shared.ignore}, and no account will be created.`,
  },
  accountExists: {
    title: 'You already have an account',
    message: (product: string) =>
      `We received a request to create an account at ${product} with this email address. You already have one, so you can just sign in.`,
    action: 'Sign in',
    forgotten: 'Forgot your password? Set a new one:',
    after: `${shared.ignore}. Nothing was changed.`,
  },
};
