import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { emailTexts } from './texts.js';

/** To the email of an account: the link verifies it. */
export function verifyEmailMail({ link, hours, ...to }: Recipient & { link: string; hours: number }): Mail {
  const { title, message, action, after } = emailTexts[to.language].mails.verifyEmail;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(hours) });
}

/** To the email of an imported account: the link continues the sign-in in the same browser. */
export function proveEmailMail({ link, ...to }: Recipient & { link: string }): Mail {
  const { title, message, action, after } = emailTexts[to.language].mails.proveEmail;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after });
}
