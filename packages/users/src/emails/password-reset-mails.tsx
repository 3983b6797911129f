import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';

/** To the owner of an account: follow the link and set a new password. */
export function resetPasswordMail({
  email,
  link,
  minutes,
  brand,
}: {
  email: string;
  link: string;
  minutes: number;
  brand: Brand;
}): Mail {
  const message = `Somebody, probably you, wants to set a new password for your account at ${brand.productName}.`;
  const after = `The link works for ${minutes} minutes and only once. If it was not you, you can ignore this mail: your password stays as it is.`;
  return {
    to: email,
    subject: 'Set a new password',
    text: `${message}\n\nSet a new password:\n${link}\n\n${after}\n`,
    html: renderMail(
      <MailLayout
        brand={brand}
        title="Set a new password"
        action={{ href: link, label: 'Set a new password' }}
        after={after}
      >
        {message}
      </MailLayout>,
    ),
  };
}

/** Tells a person that their password was set by a mailed link, in case somebody else reads their mail. */
export function passwordSetMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `A new password was set for your account at ${brand.productName} with a link from a mail, and you were signed out everywhere.`;
  const after =
    'If that was not you, somebody else reads your mail and has your account: secure your mailbox, and tell the people who run the account at once.';
  return {
    to: email,
    subject: 'Your password was set anew',
    text: `${message}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title="Your password was set anew" after={after}>
        {message}
      </MailLayout>,
    ),
  };
}
