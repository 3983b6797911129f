import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';

/** To the address of an account: follow the link and it is proven. */
export function verifyEmailMail({
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
  const message = `An account at ${brand.productName} has this address. Confirm that it is yours.`;
  const after = `The link works for ${hours} hours and only once. If you have no such account, ignore this mail.`;
  return {
    to: email,
    subject: 'Confirm your address',
    text: `${message}\n\nConfirm the address:\n${link}\n\n${after}\n`,
    html: renderMail(
      <MailLayout
        brand={brand}
        title="Confirm your address"
        action={{ href: link, label: 'Confirm the address' }}
        after={after}
      >
        {message}
      </MailLayout>,
    ),
  };
}
