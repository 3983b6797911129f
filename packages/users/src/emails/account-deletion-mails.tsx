import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { longDate } from '../long-date.js';

/** Tells a person that their account waits to be erased, and how to keep it. */
export function accountDeletedMail({ email, eraseAt, brand }: { email: string; eraseAt: Date; brand: Brand }): Mail {
  const message = `Your account at ${brand.productName} is closed and will be erased on ${longDate(eraseAt)}. Sign in before then to keep it.`;
  const after = 'If it was not you who deleted it: sign in, keep it, and change your password.';
  return composeMail({ email, brand, title: 'Your account will be erased', message, after });
}

/** Tells a person that their account is open again. */
export function accountKeptMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `Your account at ${brand.productName} is open again and will not be erased.`;
  const after = 'If that was not you, somebody else knows your password: change it at once.';
  return composeMail({ email, brand, title: 'Your account is kept', message, after });
}
