import { type Brand, composeMail, type Mail, MailLayout, renderMail } from '@org/identity-core';

/** To an address without an account: follow the link and there is one. Nothing of what was typed but the address is in it. */
export function confirmRegistrationMail(input: { email: string; link: string; hours: number; brand: Brand }): Mail {
  const { email, link, hours, brand } = input;
  const message = `Somebody, probably you, wants to create an account at ${brand.productName} with this address. Confirm that it is yours.`;
  const after = `The link works for ${hours} hours and only once. If it was not you, ignore this mail: there will be no account.`;
  const action = { href: link, label: 'Create the account' };
  return composeMail({ email, brand, title: 'Create your account', message, action, after });
}

/** To the owner of an account, when somebody registers with its address. */
export function accountExistsMail(input: { email: string; signInLink: string; resetLink: string; brand: Brand }): Mail {
  const { email, signInLink, resetLink, brand } = input;
  const message = `Somebody, probably you, wants to create an account at ${brand.productName} with this address. You have one already: sign in with it.`;
  const forgotten = 'Forgot the password? Set a new one:';
  const after = 'If it was not you, you can ignore this mail: nothing was changed.';
  const title = 'You have an account already';
  return {
    to: email,
    subject: title,
    text: `${message}\n\nSign in:\n${signInLink}\n\n${forgotten}\n${resetLink}\n\n${after}\n`,
    html: renderMail(
      <MailLayout brand={brand} title={title} action={{ href: signInLink, label: 'Sign in' }} after={after}>
        {message} {forgotten} <a href={resetLink}>{resetLink}</a>
      </MailLayout>,
    ),
  };
}
