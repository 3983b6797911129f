import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { notYou } from './not-you.js';

/** Tells a person that another provider's account opens theirs from now on. */
export function linkAddedMail(input: {
  email: string;
  provider: string;
  account: string | undefined;
  brand: Brand;
}): Mail {
  const { email, provider, account, brand } = input;
  const which = account ? `The ${provider} account ${account}` : `A ${provider} account`;
  const title = `${provider} opens your account`;
  return composeMail({
    email,
    brand,
    title,
    message: `${which} can be used to sign in to your account at ${brand.productName} from now on.`,
    after: notYou,
  });
}

/** Tells a person that a link is gone. */
export function linkRemovedMail({ email, provider, brand }: { email: string; provider: string; brand: Brand }): Mail {
  const title = `${provider} no longer opens your account`;
  return composeMail({
    email,
    brand,
    title,
    message: `Your account at ${brand.productName} cannot be opened with ${provider} any more.`,
    after: notYou,
  });
}

/** To the address another provider has named: whoever asked goes on in the browser they began in. */
export function proveAddressMail(input: { email: string; provider: string; link: string; brand: Brand }): Mail {
  const { email, provider, link, brand } = input;
  const message = `Somebody, probably you, wants to sign in to ${brand.productName} with a ${provider} account that names this address. Open the link in the browser you began in.`;
  const after = `The link works for one hour, only once, and only in that browser. If it was not you, you can ignore this mail.`;
  const action = { href: link, label: 'Go on with the sign-in' };
  return composeMail({ email, brand, title: `Sign in with ${provider}`, message, action, after });
}
