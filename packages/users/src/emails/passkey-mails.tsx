import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { notYou } from './not-you.js';

interface PasskeyMail {
  email: string;
  name: string;
  brand: Brand;
}

/** Tells a person that a passkey opens their account from now on. */
export function passkeyAddedMail({ email, name, brand }: PasskeyMail): Mail {
  const message = `The passkey “${name}” can be used to sign in to your account at ${brand.productName} from now on.`;
  return composeMail({ email, brand, title: 'A passkey was added to your account', message, after: notYou });
}

/** Tells a person that a passkey is gone. */
export function passkeyRemovedMail({ email, name, brand }: PasskeyMail): Mail {
  const message = `The passkey “${name}” no longer opens your account at ${brand.productName}.`;
  return composeMail({ email, brand, title: 'A passkey was removed from your account', message, after: notYou });
}
