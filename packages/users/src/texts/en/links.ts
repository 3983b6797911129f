import { type Part, sentence } from '@org/identity-core';

export const deadLink = {
  title: 'This link cannot be used',
  message: 'It has expired, was used already, or a newer one was sent.',
  advice: {
    passwordReset: 'If you still need a new password, ask for a new link where you sign in.',
    emailChange: 'If your address has not changed yet, ask for a new link in your account.',
    emailVerification: 'If your address is not confirmed yet, ask for a new link in your account.',
    registration: 'If you have your account already, sign in at the application. Else register there once more.',
  },
};

export const emailChange = {
  title: 'Confirm your new address',
  willUse: (email: Part, newEmail: Part) =>
    sentence`The account ${email} will use ${newEmail} from now on, also to sign in.`,
  use: 'Use this address',
  doneTitle: 'Your address is changed',
  done: (email: Part) => sentence`Sign in with ${email} from now on. The old address was told.`,
};

export const emailVerification = {
  title: 'Confirm your address',
  isYours: (email: Part) => sentence`Is the account ${email} yours? If you have no account here, just close this page.`,
  confirm: 'Yes, confirm my address',
  doneTitle: 'Your address is confirmed',
  done: (email: Part) => sentence`${email} is yours. You can close this page and go on in the application.`,
};

const beginAgain = 'Begin again in your application.';

export const linksReview = {
  title: 'Check your linked accounts',
  lead: 'These sign-in providers are linked to your account. Each of them opens it without your password. Remove any that you did not link yourself.',
  linkedAt: (date: string) => `Linked ${date}`,
  remove: 'Remove',
  goOn: 'Continue',
};

export const sso = {
  proveTitle: 'Is this address yours?',
  prove: (provider: string, email: Part) =>
    sentence`Your ${provider} account names ${email}. Show once that the address is yours, and ${provider} signs you in from then on.`,
  password: 'Password of your account here',
  signInAndLink: (provider: string) => `Sign in and link ${provider}`,
  mailInstead: 'Get a mail instead',
  sendMail: 'Send me a mail',
  proofRefused: 'That is not the password of this account. Try again, or get a mail instead.',
  lookTitle: 'Look into your mail',
  look: (email: Part) =>
    sentence`A mail to ${email} is on its way. Open its link in this browser to go on; this page can be closed.`,
  noMail: 'Nothing there after a few minutes? Look among the junk mail, or begin the sign-in again.',
  confirmTitle: (provider: string) => `Sign in with ${provider}`,
  confirm: (provider: string, email: Part) =>
    sentence`From now on your ${provider} account opens the account of ${email}.`,
  goOn: 'Go on',
  failedTitle: 'That did not work',
  linkedTitle: (provider: string) => `${provider} is linked`,
  linked: (provider: string) => `You can sign in with ${provider} from now on. You can close this page.`,
  failures: {
    unknownProvider: (_provider: string) => 'There is no such way to sign in here.',
    unreachable: (provider: string) =>
      `${provider} cannot be reached at the moment. Try again, or sign in another way.`,
    unreachableForLink: (provider: string) => `${provider} cannot be reached at the moment. Try again later.`,
    over: (_provider: string) => 'This sign-in is over, or it was begun in another browser. Begin again.',
    reviewOver: (_provider: string) =>
      'This page is too old. Sign in, and look at the linked accounts in your account.',
    noAddress: (provider: string) =>
      `Your ${provider} account names no address, and without one there is no account here.`,
    noAccount: (_provider: string) =>
      'There is no account with this address. Ask the people you work with for an invitation.',
    takenAtSignIn: (provider: string) =>
      `The account with this address is linked to another ${provider} account already. Sign in with that one, or remove that link first.`,
    takenAtLink: (provider: string) =>
      `This ${provider} account opens another account already, or yours is linked to another ${provider} account. Nothing was changed.`,
    notHere: (_provider: string) =>
      `This link has expired, was used already, or was made for somebody who is not signed in to this browser. ${beginAgain}`,
    unknownAnswer: (_provider: string) =>
      'This answer does not belong to a sign-in of this browser, or came too late. Go back to your application and begin again.',
    notConfirmed: (provider: string) =>
      `${provider} did not confirm who you are. Nothing was changed; you can try again.`,
  },
};
