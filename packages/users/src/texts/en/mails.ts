import { line } from '@org/identity-core';

const notYou = 'If this was not you, someone else may have access to your account. Contact support right away.';
const ignore = 'If you did not request this, you can ignore this email';

export const mails = {
  accountDeleted: {
    title: 'Your account will be deleted',
    message: (product: string, date: string) =>
      line`Your ${product} account is closed and will be permanently deleted on ${date}. To keep it, sign in before then.`,
    after: 'If you did not delete your account, sign in to keep it, then change your password.',
  },
  accountKept: {
    title: 'Your account has been restored',
    message: (product: string) => `Your ${product} account is open again and will not be deleted.`,
    after: 'If this was not you, someone else may know your password. Change it right away.',
  },
  confirmEmail: {
    title: 'Confirm your new email address',
    message: (product: string) => line`We received a request to use this email address for an account at ${product}.`,
    action: 'Confirm email address',
    after: (hours: number) => `This link works once and expires in ${hours} hours. ${ignore}.`,
  },
  emailChanged: {
    title: 'Your email address was changed',
    message: (product: string, newEmail: string) =>
      line`The email address of your ${product} account was changed to ${newEmail}.`,
    after: notYou,
  },
  addressTaken: {
    title: 'This email address is already in use',
    message: (product: string) =>
      line`Someone tried to use this email address for another account at ${product}. It already belongs to your account, so nothing was changed.`,
    after: 'If it was you, sign in to the account that uses this email address. If not, you can ignore this email.',
  },
  passkeyAdded: {
    title: 'A passkey was added to your account',
    message: (product: string, name: string) =>
      `The passkey “${name}” can now be used to sign in to your ${product} account.`,
    after: notYou,
  },
  passkeyRemoved: {
    title: 'A passkey was removed from your account',
    message: (product: string, name: string) =>
      `The passkey “${name}” can no longer be used to sign in to your ${product} account.`,
    after: notYou,
  },
  passwordChanged: {
    title: 'Your password was changed',
    message: (product: string) =>
      `The password of your ${product} account was changed. You were signed out everywhere else.`,
    after: notYou,
  },
  resetPassword: {
    title: 'Reset your password',
    message: (product: string) => `We received a request to reset the password of your ${product} account.`,
    action: 'Set a new password',
    after: (minutes: number) =>
      `This link works once and expires in ${minutes} minutes. ${ignore}: your password stays the same.`,
  },
  passwordSet: {
    title: 'Your password was reset',
    message: (product: string) =>
      `The password of your ${product} account was reset with a link from an email. You were signed out everywhere.`,
    after:
      'If this was not you, someone else may be reading your email. Secure your mailbox, then contact support right away.',
  },
  confirmRegistration: {
    title: 'Create your account',
    message: (product: string) =>
      `We received a request to create an account at ${product} with this email address. Confirm that it is yours.`,
    action: 'Create account',
    after: (hours: number) =>
      `This link works once and expires in ${hours} hours. ${ignore}, and no account will be created.`,
  },
  accountExists: {
    title: 'You already have an account',
    message: (product: string) =>
      `We received a request to create an account at ${product} with this email address. You already have one, so you can just sign in.`,
    action: 'Sign in',
    forgotten: 'Forgot your password? Set a new one:',
    after: `${ignore}. Nothing was changed.`,
  },
  secondFactorAdded: {
    title: 'An authenticator app was added to your account',
    message: (product: string) =>
      `An authenticator app was added to your ${product} account. From now on, you need a code from the app to sign in.`,
    after: notYou,
  },
  secondFactorRemoved: {
    title: 'Your authenticator app was removed',
    message: (product: string, codesEnded: boolean) =>
      `The authenticator app was removed from your ${product} account${codesEnded ? ', and your recovery codes no longer work.' : '. Your passkeys and recovery codes still work.'}`,
    after: notYou,
  },
  recoveryCodesCreated: {
    title: 'You have new recovery codes',
    message: (product: string) =>
      `New recovery codes were created for your ${product} account. The old ones no longer work.`,
    after: notYou,
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    message: (product: string, left: number) =>
      `Someone signed in to your ${product} account with a recovery code. ${codesLeft(left)}`,
    after: notYou,
  },
  linkAdded: {
    title: (provider: string) => `${provider} was linked to your account`,
    message: (product: string, provider: string, account: string | undefined) =>
      `${account ? `The ${provider} account ${account}` : `A ${provider} account`} can now be used to sign in to your ${product} account.`,
    after: notYou,
  },
  linkRemoved: {
    title: (provider: string) => `${provider} was unlinked from your account`,
    message: (product: string, provider: string) =>
      `${provider} can no longer be used to sign in to your ${product} account.`,
    after: notYou,
  },
  proveAddress: {
    title: (provider: string) => `Sign in with ${provider}`,
    message: (product: string, provider: string) =>
      `We received a request to sign in to ${product} with a ${provider} account that uses this email address. Open the link in the browser you started in.`,
    action: 'Continue signing in',
    after: `This link works once, expires in one hour, and works only in that browser. ${ignore}.`,
  },
  verifyEmail: {
    title: 'Confirm your email address',
    message: (product: string) => `An account at ${product} uses this email address. Confirm that it is yours.`,
    action: 'Confirm email address',
    after: (hours: number) =>
      `This link works once and expires in ${hours} hours. If you do not have an account there, you can ignore this email.`,
  },
};

function codesLeft(count: number): string {
  if (count === 0) return 'It was your last one. Create new codes soon.';
  return count === 1 ? 'You have 1 code left.' : `You have ${count} codes left.`;
}
