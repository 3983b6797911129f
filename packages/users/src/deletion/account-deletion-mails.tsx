import { composeMail, longDate, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { deletionTexts } from './texts.js';

/** Without passwords, the advice is another one. */
interface WithPasswords {
  passwordSignIn: boolean;
}

/** Tells a user that the account will be erased, and how to keep it. */
export function accountDeletedMail(mail: Recipient & WithPasswords & { eraseAt: Date }): Mail {
  const { eraseAt, passwordSignIn, ...to } = mail;
  const { title, message, after, afterWithoutPasswords } = deletionTexts[to.language].mails.accountDeleted;
  const text = message(to.brand.productName, longDate(eraseAt, to.language));
  return composeMail({ ...to, title, message: text, after: passwordSignIn ? after : afterWithoutPasswords });
}

/** Tells a user that an operator has closed the account, which cannot be kept. */
export function accountErasedMail(to: Recipient): Mail {
  const { title, message, after } = deletionTexts[to.language].mails.accountErased;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a user that the account is open again. */
export function accountKeptMail({ passwordSignIn, ...to }: Recipient & WithPasswords): Mail {
  const { title, message, after, afterWithoutPasswords } = deletionTexts[to.language].mails.accountKept;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, after: passwordSignIn ? after : afterWithoutPasswords });
}
