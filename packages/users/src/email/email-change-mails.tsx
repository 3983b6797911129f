import { composeMail, type Mail } from '@org/identity-core';
import type { Recipient } from '../accounts/mail-recipient.js';
import { emailTexts } from './texts.js';

/** To the new address: follow the link, and it is yours. */
export function confirmEmailMail({ link, hours, ...to }: Recipient & { link: string; hours: number }): Mail {
  const { title, message, action, after } = emailTexts[to.language].mails.confirmEmail;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(hours) });
}

/** To the old address, in case it was not its owner. */
export function emailChangedMail({ newEmail, ...to }: Recipient & { newEmail: string }): Mail {
  const { title, message, after } = emailTexts[to.language].mails.emailChanged;
  return composeMail({ ...to, title, message: message(to.brand.productName, newEmail), after });
}

/** To somebody whose address another account asked for: nothing has happened. */
export function addressTakenMail(to: Recipient): Mail {
  const { title, message, after } = emailTexts[to.language].mails.addressTaken;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
