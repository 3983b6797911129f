import { line, type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

const beginAgain = 'Start again in your application.';

export const sso = {
  proveTitle: 'Is this your email address?',
  prove: (provider: string, email: Part) =>
    sentence`Your ${provider} account uses ${email}. Confirm once that this is you. After that, you can sign in with ${provider}.`,
  password: 'Password of your account here',
  signInAndLink: (provider: string) => `Sign in and link ${provider}`,
  mailInstead: 'Get an email instead',
  sendMail: 'Send email',
  proofRefused: 'That is not the password of this account. Try again, or get an email instead.',
  lookTitle: 'Check your email',
  look: (email: Part) =>
    sentence`We sent an email to ${email}. Open the link in this browser to continue. You can close this page.`,
  noMail: 'No email after a few minutes? Check your spam folder, or sign in again.',
  confirmTitle: (provider: string) => `Sign in with ${provider}`,
  confirm: (provider: string, email: Part) =>
    sentence`From now on, you can sign in to the account of ${email} with ${provider}.`,
  goOn: 'Continue',
  failedTitle: 'Something went wrong',
  linkedTitle: (provider: string) => `${provider} is linked`,
  linked: (provider: string) => line`You can now sign in with ${provider}. You can close this page.`,
  failures: {
    unknownProvider: (_provider: string) => 'This way to sign in is not available here.',
    unreachable: (provider: string) => `${provider} cannot be reached right now. Try again, or sign in another way.`,
    unreachableForLink: (provider: string) => `${provider} cannot be reached right now. Try again later.`,
    tooMany: (_provider: string) => 'Too many sign-ins were started. Wait a few minutes, then try again.',
    over: (_provider: string) => 'This sign-in has expired, or it was started in another browser. Start again.',
    reviewOver: (_provider: string) => 'This page has expired. Sign in and check the linked accounts in your account.',
    noAddress: (provider: string) =>
      `Your ${provider} account has no email address. You need one to have an account here.`,
    noAccount: (_provider: string) => 'There is no account with this email address. Ask a colleague to invite you.',
    takenAtSignIn: (provider: string) =>
      `The account with this email address is already linked to another ${provider} account. Sign in with that one, or unlink it first.`,
    takenAtLink: (provider: string) =>
      `This ${provider} account is already linked to another account, or your account is linked to another ${provider} account. Nothing was changed.`,
    notHere: (_provider: string) =>
      `This link has expired, was already used, or belongs to someone who is not signed in to this browser. ${beginAgain}`,
    unknownAnswer: (_provider: string) =>
      'This sign-in was started in another browser, or it took too long. Go back to your application and start again.',
    notConfirmed: (provider: string) =>
      `${provider} did not confirm who you are. Nothing was changed. You can try again.`,
  },
};

export const linksReview = {
  title: 'Check your linked accounts',
  lead: 'These sign-in providers are linked to your account. They can be used to sign in without your password. Remove any that you did not link yourself.',
  linkedAt: (date: string) => `Linked ${date}`,
  remove: 'Remove',
  goOn: 'Continue',
};

export const providers = {
  lead: 'You can sign in with a linked account instead of your password.',
  lastUsed: (date: Part) => sentence`Last used ${date}`,
  remove: 'Remove',
  notLinked: 'Not linked',
  link: 'Link',
};

export const mails = {
  linkAdded: {
    title: (provider: string) => `${provider} was linked to your account`,
    message: (product: string, provider: string, account: string | undefined) =>
      `${account ? `The ${provider} account ${account}` : `A ${provider} account`} can now be used to sign in to your ${product} account.`,
    after: shared.notYou,
  },
  linkRemoved: {
    title: (provider: string) => `${provider} was unlinked from your account`,
    message: (product: string, provider: string) =>
      `${provider} can no longer be used to sign in to your ${product} account.`,
    after: shared.notYou,
  },
  proveAddress: {
    title: (provider: string) => `Sign in with ${provider}`,
    message: (product: string, provider: string) =>
      `We received a request to sign in to ${product} with a ${provider} account that uses this email address. Open the link in the browser you started in.`,
    action: 'Continue signing in',
    after: `This link works once, expires in one hour, and works only in that browser. ${shared.ignore}.`,
  },
};
