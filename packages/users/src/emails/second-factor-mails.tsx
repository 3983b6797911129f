import { type Brand, composeMail, type Mail } from '@org/identity-core';
import { notYou } from './not-you.js';

interface Recipient {
  email: string;
  brand: Brand;
}

/** Tells a person that an authenticator app was added to their account. */
export function secondFactorAddedMail(to: Recipient): Mail {
  return notice(
    to,
    'A second factor was added',
    `An authenticator app was added to your account at ${to.brand.productName}. From now on signing in takes a code of that app.`,
  );
}

/** Tells a person that it was removed; with the last second factor the recovery codes go. */
export function secondFactorRemovedMail(to: Recipient & { codesEnded: boolean }): Mail {
  const codes = to.codesEnded ? ', and its recovery codes no longer work.' : '. Your passkeys and recovery codes stay.';
  return notice(
    to,
    'Your second factor was removed',
    `The authenticator app was removed from your account at ${to.brand.productName}${codes}`,
  );
}

/** Tells a person that there are new recovery codes. */
export function recoveryCodesCreatedMail(to: Recipient): Mail {
  return notice(
    to,
    'You have new recovery codes',
    `New recovery codes were made for your account at ${to.brand.productName}. The old ones no longer work.`,
  );
}

/** Tells a person that one of them was used, and how many are left. */
export function recoveryCodeUsedMail(to: Recipient & { left: number }): Mail {
  const rest = to.left === 0 ? 'It was the last one: make new ones soon.' : `Codes that are left: ${to.left}.`;
  return notice(
    to,
    'A recovery code was used',
    `Somebody signed in to your account at ${to.brand.productName} with a recovery code. ${rest}`,
  );
}

function notice({ email, brand }: Recipient, title: string, message: string): Mail {
  return composeMail({ email, brand, title, message, after: notYou });
}
