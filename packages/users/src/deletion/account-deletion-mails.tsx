import { composeMail, longDate, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { deletionTexts } from './texts.js';

/** Tells a user that the account will be erased, and how to keep it. */
export function accountDeletedMail({ eraseAt, ...to }: Recipient & { eraseAt: Date }): Mail {
  const { title, message, after } = deletionTexts[to.language].mails.accountDeleted;
  return composeMail({ ...to, title, message: message(to.brand.productName, longDate(eraseAt, to.language)), after });
}

/** Tells a user that an operator has closed the account, which cannot be kept. */
export function accountErasedMail(to: Recipient): Mail {
  const { title, message, after } = deletionTexts[to.language].mails.accountErased;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a user that the account is open again. */
export function accountKeptMail(to: Recipient): Mail {
  const { title, message, after } = deletionTexts[to.language].mails.accountKept;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
