import { composeMail, type Mail } from '@org/identity-core';
import type { Recipient } from '../accounts/mail-recipient.js';
import { passwordTexts } from './texts.js';

/** Tells a person that their password was changed, in case it was not them. */
export function passwordChangedMail(to: Recipient): Mail {
  const { title, message, after } = passwordTexts[to.language].mails.passwordChanged;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
