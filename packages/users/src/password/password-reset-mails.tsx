import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { passwordTexts } from './texts.js';

/** To the owner of an account: a link to set a new password. */
export function resetPasswordMail({ link, minutes, ...to }: Recipient & { link: string; minutes: number }): Mail {
  const { title, message, action, after } = passwordTexts[to.language].mails.resetPassword;
  const text = message(to.brand.productName);
  return composeMail({ ...to, title, message: text, action: { href: link, label: action }, after: after(minutes) });
}

/** To somebody whose account an operator has created: a link to choose the first password. */
export function welcomeMail({ link, hours, ...to }: Recipient & { link: string; hours: number }): Mail {
  const { title, message, action, after } = passwordTexts[to.language].mails.welcome;
  const { productName } = to.brand;
  return composeMail({
    ...to,
    title: title(productName),
    message: message(productName),
    action: { href: link, label: action },
    after: after(hours),
  });
}

/** Tells a user that their password was set with a mailed link, in case another person reads their mail. */
export function passwordSetMail(to: Recipient): Mail {
  const { title, message, after } = passwordTexts[to.language].mails.passwordSet;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
