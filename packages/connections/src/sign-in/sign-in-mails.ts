import { type Brand, composeMail, type Language, type Mail } from '@org/identity-ui';
import { signInTexts } from './texts.js';

interface ConnectionMail {
  readonly email: string;
  readonly language: Language;
  readonly brand: Brand;
  /** The name of the connection. */
  readonly connection: string;
}

/** Tells a user that their account can now be opened by a connection. */
export function linkAddedMail({ connection, ...to }: ConnectionMail): Mail {
  const { title, message, after } = signInTexts[to.language].mails.linkAdded;
  return composeMail({ ...to, title: title(connection), message: message(to.brand.productName, connection), after });
}

/** To the owner of an account whose email a provider has sent: the link continues the sign-in in the same browser. */
export function proveAccountMail({ connection, link, ...to }: ConnectionMail & { link: string }): Mail {
  const { title, message, action, after } = signInTexts[to.language].mails.prove;
  const text = message(to.brand.productName, connection);
  return composeMail({ ...to, title: title(connection), message: text, action: { href: link, label: action }, after });
}
