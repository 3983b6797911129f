import { composeMail, type Mail } from '@org/identity-core';
import { usersTexts } from '../texts/index.js';
import type { Recipient } from './recipient.js';

/** Tells a person that their password was changed, in case it was not them. */
export function passwordChangedMail(to: Recipient): Mail {
  const { title, message, after } = usersTexts[to.language].mails.passwordChanged;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}
