import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';

/** Tells a person that their password was changed, in case it was not them. */
export function passwordChangedMail({ email, brand }: { email: string; brand: Brand }): Mail {
  const message = `The password of your account at ${brand.productName} was changed, and you were signed out everywhere else.`;
  const after = 'If that was not you, somebody else has your account: tell the people who run it at once.';
  return {
    to: email,
    subject: 'Your password was changed',
    text: `${message}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title="Your password was changed" after={after}>
        {message}
      </MailLayout>,
    ),
  };
}
