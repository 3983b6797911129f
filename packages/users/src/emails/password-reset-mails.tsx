import { type Brand, composeMail, type Mail } from '@org/identity-core';

/** To the owner of an account: follow the link and set a new password. */
export function resetPasswordMail(input: { email: string; link: string; minutes: number; brand: Brand }): Mail {
  const { email, link, minutes, brand } = input;
  return composeMail({
    email,
    brand,
    title: 'Set a new password',
    message: `Somebody, probably you, wants to set a new password for your account at ${brand.productName}.`,
    action: { href: link, label: 'Set a new password' },
    after: `The link works for ${minutes} minutes and only once. If it was not you, you can ignore this mail: your password stays as it is.`,
  });
}

/** Tells a person that their password was set by a mailed link, in case somebody else reads their mail. */
export function passwordSetMail({ email, brand }: { email: string; brand: Brand }): Mail {
  return composeMail({
    email,
    brand,
    title: 'Your password was set anew',
    message: `A new password was set for your account at ${brand.productName} with a link from a mail, and you were signed out everywhere.`,
    after:
      'If that was not you, somebody else reads your mail and has your account: secure your mailbox, and tell the people who run the account at once.',
  });
}
