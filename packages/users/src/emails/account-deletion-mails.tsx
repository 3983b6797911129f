import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';
import { longDate } from '../long-date.js';

/** Tells a person that their account waits to be erased, and how to keep it. */
export function accountDeletedMail({ email, eraseAt, brand }: { email: string; eraseAt: Date; brand: Brand }): Mail {
  const message = `Your account at ${brand.productName} is closed and will be erased on ${longDate(eraseAt)}. Sign in before then to keep it.`;
  const after = 'If it was not you who deleted it: sign in, keep it, and change your password.';
  return mailOf({ email, brand, title: 'Your account will be erased', message, after });
}

/** Tells a person that their account is open again. */
export function accountKeptMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `Your account at ${brand.productName} is open again and will not be erased.`;
  const after = 'If that was not you, somebody else knows your password: change it at once.';
  return mailOf({ email, brand, title: 'Your account is kept', message, after });
}

function mailOf(parts: { email: string; brand: Brand; title: string; message: string; after: string }): Mail {
  const { email, brand, title, message, after } = parts;
  return {
    to: email,
    subject: title,
    text: `${message}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title={title} after={after}>
        {message}
      </MailLayout>,
    ),
  };
}
