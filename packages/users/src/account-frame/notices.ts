import { type IdentityError, type Language, waitText, weakPasswordReason, weakPasswordText } from '@org/identity-core';
import { accountFrameTexts } from './texts.js';

/** What a page can say after something was done. */
export type AccountNotice = keyof typeof accountFrameTexts.en.notices;

/** Its words; anything else in the address says nothing. */
export function noticeText(name: string | undefined, language: Language): string | undefined {
  const { notices } = accountFrameTexts[language];
  return name !== undefined && Object.hasOwn(notices, name) ? notices[name as AccountNotice] : undefined;
}

/** Why a page refuses what the API would not refuse, or not in these words. */
export type RefusalReason = Extract<keyof typeof accountFrameTexts.en.refusals, Lowercase<string>>;

/** An error of the API in the words of a page. */
export function refusalText(error: IdentityError, language: Language): string {
  const { refusals } = accountFrameTexts[language];
  const weak = weakPasswordReason(error);
  if (weak) return weakPasswordText(weak, language);
  if (error.waitSeconds !== undefined) return waitText(error.waitSeconds, language);
  if (error.code === 'RATE_LIMITED') return waitText(Number(error.headers['Retry-After']), language);
  const known = [error.reason, error.code].find((name) => name !== undefined && Object.hasOwn(refusals, name));
  return refusals[(known ?? 'other') as keyof typeof refusals];
}
