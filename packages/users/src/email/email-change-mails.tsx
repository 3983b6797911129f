import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { emailTexts } from './texts.js';

/** To the new email: the link confirms the change. */
export function confirmEmailMail({ link, hours, ...to }: Recipient & { link: string; hours: number }): Mail {
  const { title, message, action, after } = emailTexts[to.language].mails.confirmEmail;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(hours) });
}

/** To the old email, in case the change was not made by its owner. */
export function emailChangedMail({ newEmail, ...to }: Recipient & { newEmail: string }): Mail {
  const { title, message, after } = emailTexts[to.language].mails.emailChanged;
  return composeMail({ ...to, title, message: message(to.brand.productName, newEmail), after });
}

/** To the owner of an email that another account tried to use: nothing has changed. */
export function emailTakenMail(to: Recipient): Mail {
  const { title, message, after } = emailTexts[to.language].mails.addressTaken;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
