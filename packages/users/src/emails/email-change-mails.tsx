import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { notYou } from './not-you.js';

/** To the new address: follow the link, and it is yours. */
export function confirmEmailMail(input: { email: string; link: string; hours: number; brand: Brand }): Mail {
  const { email, link, hours, brand } = input;
  return composeMail({
    email,
    brand,
    title: 'Confirm your new address',
    message: `Somebody, probably you, wants to use this address for an account at ${brand.productName}.`,
    action: { href: link, label: 'Confirm the address' },
    after: `The link works for ${hours} hours and only once. If it was not you, you can ignore this mail.`,
  });
}

/** To the old address, in case it was not its owner. */
export function emailChangedMail({ email, newEmail, brand }: { email: string; newEmail: string; brand: Brand }): Mail {
  const title = 'The address of your account was changed';
  const message = `The address of your account at ${brand.productName} was changed to ${newEmail}.`;
  return composeMail({ email, brand, title, message, after: notYou });
}

/** To somebody whose address another account asked for: nothing has happened. */
export function addressTakenMail({ email, brand }: { email: string; brand: Brand }): Mail {
  return composeMail({
    email,
    brand,
    title: 'This address has an account already',
    message: `Somebody wants to use this address for another account at ${brand.productName}. It belongs to yours, so nothing was changed.`,
    after: 'If it was you: sign in with the account that has this address already. If not, you can ignore this mail.',
  });
}
