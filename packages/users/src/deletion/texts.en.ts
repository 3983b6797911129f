import { line, type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const deleteForm = {
  atOnce:
    'You will be signed out everywhere right away. Your memberships are paused, and your licenses become available to others.',
  after: (days: number) =>
    `Your account and data will be permanently deleted after ${days === 1 ? 'one day' : `${days} days`}. Until then, you can sign in to keep your account.`,
  soon: 'Your account and data will be permanently deleted within an hour.',
  password: 'Your password',
  signInFirst: 'If you signed in more than ten minutes ago, you will be asked to sign in again first.',
  confirmation: 'Type DELETE to confirm',
  delete: 'Delete my account',
};

export const keepAccount = {
  title: 'Your account will be deleted',
  erasedOn: (date: Part) => sentence`You deleted your account. It will be permanently deleted on ${date}.`,
  keepIt: 'If you keep it, you can use it as before. Licenses you had must be assigned to you again.',
  keep: 'Keep my account',
  leave: 'Do not keep it',
};

export const mails = {
  accountDeleted: {
    title: 'Your account will be deleted',
    message: (product: string, date: string) =>
      line`Your ${product} account is closed and will be permanently deleted on ${date}. To keep it, sign in before then.`,
    after: 'If you did not delete your account, sign in to keep it, then change your password.',
    afterWithoutPasswords: 'If you did not delete your account, sign in to keep it, and contact support.',
  },
  accountErased: {
    title: 'Your account is deleted',
    message: (product: string) =>
      line`The operator of ${product} has closed your account. It is permanently deleted within the next hours.`,
    after: 'If you did not ask for this, contact the support of the service.',
  },
  accountKept: {
    title: 'Your account has been restored',
    message: (product: string) => `Your ${product} account is open again and will not be deleted.`,
    after: 'If this was not you, someone else may know your password. Change it right away.',
    afterWithoutPasswords: shared.notYou,
  },
};
