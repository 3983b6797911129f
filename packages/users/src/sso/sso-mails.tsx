import { composeMail, type Mail } from '@org/identity-core';
import type { Recipient } from '../accounts/mail-recipient.js';
import { ssoTexts } from './texts.js';

interface ProviderMail extends Recipient {
  /** What people call the other provider. */
  readonly provider: string;
}

/** Tells a person that another provider's account opens theirs from now on. */
export function linkAddedMail({ provider, account, ...to }: ProviderMail & { account: string | undefined }): Mail {
  const { title, message, after } = ssoTexts[to.language].mails.linkAdded;
  const text = message(to.brand.productName, provider, account);
  return composeMail({ ...to, title: title(provider), message: text, after });
}

/** Tells a person that a link is gone. */
export function linkRemovedMail({ provider, ...to }: ProviderMail): Mail {
  const { title, message, after } = ssoTexts[to.language].mails.linkRemoved;
  return composeMail({ ...to, title: title(provider), message: message(to.brand.productName, provider), after });
}

/** To the address another provider has named: whoever asked goes on in the browser they began in. */
export function proveAddressMail({ provider, link, ...to }: ProviderMail & { link: string }): Mail {
  const { title, message, action, after } = ssoTexts[to.language].mails.proveAddress;
  const text = message(to.brand.productName, provider);
  return composeMail({ ...to, title: title(provider), message: text, action: { href: link, label: action }, after });
}
