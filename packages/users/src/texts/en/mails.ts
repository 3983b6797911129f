import { line } from '@org/identity-core';

const notYou = 'If that was not you, somebody else has your account: tell the people who run it at once.';
const somebody = 'Somebody, probably you, wants to';

export const mails = {
  accountDeleted: {
    title: 'Your account will be erased',
    message: (product: string, date: string) =>
      line`Your account at ${product} is closed and will be erased on ${date}. Sign in before then to keep it.`,
    after: 'If it was not you who deleted it: sign in, keep it, and change your password.',
  },
  accountKept: {
    title: 'Your account is kept',
    message: (product: string) => `Your account at ${product} is open again and will not be erased.`,
    after: 'If that was not you, somebody else knows your password: change it at once.',
  },
  confirmEmail: {
    title: 'Confirm your new address',
    message: (product: string) => line`${somebody} use this address for an account at ${product}.`,
    action: 'Confirm the address',
    after: (hours: number) =>
      `The link works for ${hours} hours and only once. If it was not you, you can ignore this mail.`,
  },
  emailChanged: {
    title: 'The address of your account was changed',
    message: (product: string, newEmail: string) =>
      line`The address of your account at ${product} was changed to ${newEmail}.`,
    after: notYou,
  },
  addressTaken: {
    title: 'This address has an account already',
    message: (product: string) =>
      line`Somebody wants to use this address for another account at ${product}. It belongs to yours, so nothing was changed.`,
    after: 'If it was you: sign in with the account that has this address already. If not, you can ignore this mail.',
  },
  passkeyAdded: {
    title: 'A passkey was added to your account',
    message: (product: string, name: string) =>
      `The passkey “${name}” can be used to sign in to your account at ${product} from now on.`,
    after: notYou,
  },
  passkeyRemoved: {
    title: 'A passkey was removed from your account',
    message: (product: string, name: string) => line`The passkey “${name}” no longer opens your account at ${product}.`,
    after: notYou,
  },
  passwordChanged: {
    title: 'Your password was changed',
    message: (product: string) =>
      `The password of your account at ${product} was changed, and you were signed out everywhere else.`,
    after: notYou,
  },
  resetPassword: {
    title: 'Set a new password',
    message: (product: string) => line`${somebody} set a new password for your account at ${product}.`,
    action: 'Set a new password',
    after: (minutes: number) =>
      `The link works for ${minutes} minutes and only once. If it was not you, you can ignore this mail: your password stays as it is.`,
  },
  passwordSet: {
    title: 'Your password was set anew',
    message: (product: string) =>
      `A new password was set for your account at ${product} with a link from a mail, and you were signed out everywhere.`,
    after:
      'If that was not you, somebody else reads your mail and has your account: secure your mailbox, and tell the people who run the account at once.',
  },
  confirmRegistration: {
    title: 'Create your account',
    message: (product: string) =>
      `${somebody} create an account at ${product} with this address. Confirm that it is yours.`,
    action: 'Create the account',
    after: (hours: number) =>
      `The link works for ${hours} hours and only once. If it was not you, ignore this mail: there will be no account.`,
  },
  accountExists: {
    title: 'You have an account already',
    message: (product: string) =>
      `${somebody} create an account at ${product} with this address. You have one already: sign in with it.`,
    action: 'Sign in',
    forgotten: 'Forgot the password? Set a new one:',
    after: 'If it was not you, you can ignore this mail: nothing was changed.',
  },
  secondFactorAdded: {
    title: 'A second factor was added',
    message: (product: string) =>
      line`An authenticator app was added to your account at ${product}. From now on signing in takes a code of that app.`,
    after: notYou,
  },
  secondFactorRemoved: {
    title: 'Your second factor was removed',
    message: (product: string, codesEnded: boolean) =>
      `The authenticator app was removed from your account at ${product}${codesEnded ? ', and its recovery codes no longer work.' : '. Your passkeys and recovery codes stay.'}`,
    after: notYou,
  },
  recoveryCodesCreated: {
    title: 'You have new recovery codes',
    message: (product: string) =>
      line`New recovery codes were made for your account at ${product}. The old ones no longer work.`,
    after: notYou,
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    message: (product: string, left: number) =>
      `Somebody signed in to your account at ${product} with a recovery code. ${left === 0 ? 'It was the last one: make new ones soon.' : line`Codes that are left: ${left}.`}`,
    after: notYou,
  },
  linkAdded: {
    title: (provider: string) => `${provider} opens your account`,
    message: (product: string, provider: string, account: string | undefined) =>
      `${account ? `The ${provider} account ${account}` : `A ${provider} account`} can be used to sign in to your account at ${product} from now on.`,
    after: notYou,
  },
  linkRemoved: {
    title: (provider: string) => `${provider} no longer opens your account`,
    message: (product: string, provider: string) =>
      `Your account at ${product} cannot be opened with ${provider} any more.`,
    after: notYou,
  },
  proveAddress: {
    title: (provider: string) => `Sign in with ${provider}`,
    message: (product: string, provider: string) =>
      `${somebody} sign in to ${product} with a ${provider} account that names this address. Open the link in the browser you began in.`,
    action: 'Go on with the sign-in',
    after:
      'The link works for one hour, only once, and only in that browser. If it was not you, you can ignore this mail.',
  },
  verifyEmail: {
    title: 'Confirm your address',
    message: (product: string) => `An account at ${product} has this address. Confirm that it is yours.`,
    action: 'Confirm the address',
    after: (hours: number) =>
      `The link works for ${hours} hours and only once. If you have no such account, ignore this mail.`,
  },
};
