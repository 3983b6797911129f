import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { emailedCodesTexts } from './texts.js';

/** The code to sign in with. It has no link: whoever opens the mail elsewhere cannot continue the sign-in. */
export function emailCodeMail({ code, minutes, ...to }: Recipient & { code: string; minutes: number }): Mail {
  const { title, message, after } = emailedCodesTexts[to.language].mails.code;
  const { productName } = to.brand;
  return composeMail({ ...to, title: title(code), message: message(code, productName), after: after(minutes) });
}

/** To somebody whose account an operator has created, where nobody has a password. */
export function welcomeByCodeMail(to: Recipient & { link: string | undefined }): Mail {
  const { title, message, action, after } = emailedCodesTexts[to.language].mails.welcome;
  const { link, ...recipient } = to;
  const { productName } = to.brand;
  const button = link === undefined ? {} : { action: { href: link, label: action } };
  return composeMail({ ...recipient, title: title(productName), message: message(productName), ...button, after });
}
