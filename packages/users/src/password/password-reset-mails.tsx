import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { passwordTexts } from './texts.js';

/** To the owner of an account: a link to set a new password. */
export function resetPasswordMail({ link, minutes, ...to }: Recipient & { link: string; minutes: number }): Mail {
  const { title, message, action, after } = passwordTexts[to.language].mails.resetPassword;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(minutes) });
}

/** Tells a user that their password was set with a mailed link, in case another person reads their mail. */
export function passwordSetMail(to: Recipient): Mail {
  const { title, message, after } = passwordTexts[to.language].mails.passwordSet;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
