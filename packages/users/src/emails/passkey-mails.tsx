import { type Brand, type Mail, MailLayout, renderMail } from '@org/identity-core';

interface PasskeyMail {
  email: string;
  name: string;
  brand: Brand;
}

const notYou = 'If that was not you, somebody else has your account: tell the people who run it at once.';

function mail({ email, brand }: PasskeyMail, title: string, message: string): Mail {
  return {
    to: email,
    subject: title,
    text: `${message}\n\n${notYou}\n`,
    html: renderMail(
      <MailLayout brand={brand} title={title} after={notYou}>
        {message}
      </MailLayout>,
    ),
  };
}

/** Tells a person that a passkey opens their account from now on. */
export function passkeyAddedMail(input: PasskeyMail): Mail {
  const message = `The passkey “${input.name}” can be used to sign in to your account at ${input.brand.productName} from now on.`;
  return mail(input, 'A passkey was added to your account', message);
}

/** Tells a person that a passkey is gone. */
export function passkeyRemovedMail(input: PasskeyMail): Mail {
  const message = `The passkey “${input.name}” no longer opens your account at ${input.brand.productName}.`;
  return mail(input, 'A passkey was removed from your account', message);
}
