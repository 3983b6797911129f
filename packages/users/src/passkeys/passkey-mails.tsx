import { composeMail, type Mail, nameInMail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { passkeysTexts } from './texts.js';

/** Tells a user that a passkey was added to their account. */
export function passkeyAddedMail({ name, ...to }: Recipient & { name: string }): Mail {
  const { title, message, after } = passkeysTexts[to.language].mails.passkeyAdded;
  return composeMail({ ...to, title, message: message(to.brand.productName, nameInMail(name)), after });
}

/** Tells a user that a passkey was removed. */
export function passkeyRemovedMail({ name, ...to }: Recipient & { name: string }): Mail {
  const { title, message, after } = passkeysTexts[to.language].mails.passkeyRemoved;
  return composeMail({ ...to, title, message: message(to.brand.productName, nameInMail(name)), after });
}
