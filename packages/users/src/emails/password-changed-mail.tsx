import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { notYou } from './not-you.js';

/** Tells a person that their password was changed, in case it was not them. */
export function passwordChangedMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `The password of your account at ${brand.productName} was changed, and you were signed out everywhere else.`;
  return composeMail({ email, brand, title: 'Your password was changed', message, after: notYou });
}
