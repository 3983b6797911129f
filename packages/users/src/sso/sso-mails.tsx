import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { ssoTexts } from './texts.js';

interface ProviderMail extends Recipient {
  /** The name of the upstream provider. */
  readonly provider: string;
}

/** Tells a user that an account of an upstream provider was linked. */
export function linkAddedMail({ provider, account, ...to }: ProviderMail & { account: string | undefined }): Mail {
  const { title, message, after } = ssoTexts[to.language].mails.linkAdded;
  const text = message(to.brand.productName, provider, account);
  return composeMail({ ...to, title: title(provider), message: text, after });
}

/** Tells a user that a link was removed. */
export function linkRemovedMail({ provider, ...to }: ProviderMail): Mail {
  const { title, message, after } = ssoTexts[to.language].mails.linkRemoved;
  return composeMail({ ...to, title: title(provider), message: message(to.brand.productName, provider), after });
}

/** To the email that an upstream provider has sent: the link continues the sign-in in the same browser. */
export function proveEmailMail({ provider, link, ...to }: ProviderMail & { link: string }): Mail {
  const { title, message, action, after } = ssoTexts[to.language].mails.proveAddress;
  const text = message(to.brand.productName, provider);
  return composeMail({ ...to, title: title(provider), message: text, action: { href: link, label: action }, after });
}
