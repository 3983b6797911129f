import { composeMail, type Mail } from '@org/identity-core';
import type { Recipient } from '../accounts/mail-recipient.js';
import { mfaTexts } from './texts.js';

/** Tells a person that an authenticator app was added to their account. */
export function secondFactorAddedMail(to: Recipient): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.secondFactorAdded;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a person that it was removed; with the last second factor the recovery codes go. */
export function secondFactorRemovedMail({ codesEnded, ...to }: Recipient & { codesEnded: boolean }): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.secondFactorRemoved;
  return composeMail({ ...to, title, message: message(to.brand.productName, codesEnded), after });
}

/** Tells a person that there are new recovery codes. */
export function recoveryCodesCreatedMail(to: Recipient): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.recoveryCodesCreated;
  return composeMail({ ...to, title, message: message(to.brand.productName), after });
}

/** Tells a person that one of them was used, and how many are left. */
export function recoveryCodeUsedMail({ left, ...to }: Recipient & { left: number }): Mail {
  const { title, message, after } = mfaTexts[to.language].mails.recoveryCodeUsed;
  return composeMail({ ...to, title, message: message(to.brand.productName, left), after });
}
