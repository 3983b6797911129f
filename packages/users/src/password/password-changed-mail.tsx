import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { passwordTexts } from './texts.js';

/** Tells a user that their password was changed, in case they did not do it. */
export function passwordChangedMail(to: Recipient): Mail {
  const { title, message, after } = passwordTexts[to.language].mails.passwordChanged;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
