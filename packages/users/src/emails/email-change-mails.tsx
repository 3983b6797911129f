import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';

/** To the new address: follow the link, and it is yours. */
export function confirmEmailMail({
  email,
  link,
  hours,
  brand,
}: {
  email: string;
  link: string;
  hours: number;
  brand: Brand;
}): Mail {
  const message = `Somebody, probably you, wants to use this address for an account at ${brand.productName}.`;
  const after = `The link works for ${hours} hours and only once. If it was not you, you can ignore this mail.`;
  return {
    to: email,
    subject: 'Confirm your new address',
    text: `${message}\n\nConfirm the address:\n${link}\n\n${after}\n`,
    html: renderMail(
      <MailLayout
        brand={brand}
        title="Confirm your new address"
        action={{ href: link, label: 'Confirm the address' }}
        after={after}
      >
        {message}
      </MailLayout>,
    ),
  };
}

/** To the old address, in case it was not its owner. */
export function emailChangedMail({ email, newEmail, brand }: { email: string; newEmail: string; brand: Brand }): Mail {
  const message = `The address of your account at ${brand.productName} was changed to ${newEmail}.`;
  const after = 'If that was not you, somebody else has your account: tell the people who run it at once.';
  return {
    to: email,
    subject: 'The address of your account was changed',
    text: `${message}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title="The address of your account was changed" after={after}>
        {message}
      </MailLayout>,
    ),
  };
}

/** To somebody whose address another account asked for: nothing has happened. */
export function addressTakenMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `Somebody wants to use this address for another account at ${brand.productName}. It belongs to yours, so nothing was changed.`;
  const after =
    'If it was you: sign in with the account that has this address already. If not, you can ignore this mail.';
  return {
    to: email,
    subject: 'This address has an account already',
    text: `${message}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title="This address has an account already" after={after}>
        {message}
      </MailLayout>,
    ),
  };
}
