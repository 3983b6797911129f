import { composeMail, type Mail } from '@org/identity-ui';
import type { Recipient } from '../accounts/find-account.js';
import { mfaTexts } from './texts.js';

/** Tells a user that an authenticator app was added to their account. */
export function secondFactorAddedMail(to: Recipient): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.secondFactorAdded;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a user that it was removed, and whether the recovery codes ended with it. */
export function secondFactorRemovedMail({ codesEnded, ...to }: Recipient & { codesEnded: boolean }): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.secondFactorRemoved;
  return composeMail({ ...to, title, message: message(to.brand.productName, codesEnded), after });
}

/** Tells a user that there are new recovery codes. */
export function recoveryCodesCreatedMail(to: Recipient): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.recoveryCodesCreated;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a user that a recovery code was used, and how many are left. */
export function recoveryCodeUsedMail({ left, ...to }: Recipient & { left: number }): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.recoveryCodeUsed;
  return composeMail({ ...to, title, message: message(to.brand.productName, left), after });
}
