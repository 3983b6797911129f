import { type Brand, composeMail, type Mail } from '@org/identity-core';

/** To the address of an account: follow the link and it is proven. */
export function verifyEmailMail(input: { email: string; link: string; hours: number; brand: Brand }): Mail {
  const { email, link, hours, brand } = input;
  return composeMail({
    email,
    brand,
    title: 'Confirm your address',
    message: `An account at ${brand.productName} has this address. Confirm that it is yours.`,
    action: { href: link, label: 'Confirm the address' },
    after: `The link works for ${hours} hours and only once. If you have no such account, ignore this mail.`,
  });
}
