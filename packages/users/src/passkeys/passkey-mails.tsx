import { composeMail, type Mail, nameInMail } from '@org/identity-core';
import type { Recipient } from '../accounts/mail-recipient.js';
import { passkeysTexts } from './texts.js';

/** Tells a person that a passkey opens their account from now on. */
export function passkeyAddedMail({ name, ...to }: Recipient & { name: string }): Mail {
  const { title, message, after } = passkeysTexts[to.language].mails.passkeyAdded;
  return composeMail({ ...to, title, message: message(to.brand.productName, nameInMail(name)), after });
}

/** Tells a person that a passkey is gone. */
export function passkeyRemovedMail({ name, ...to }: Recipient & { name: string }): Mail {
  const { title, message, after } = passkeysTexts[to.language].mails.passkeyRemoved;
  return composeMail({ ...to, title, message: message(to.brand.productName, nameInMail(name)), after });
}
