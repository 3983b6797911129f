import { type IdentityError, type Language, waitText, weakPasswordReason, weakPasswordText } from '@org/identity-core';
import { accountFrameTexts } from './texts.js';

/** What a page can report after an action. */
export type AccountNotice = keyof typeof accountFrameTexts.en.notices;

/** The text of a notice; undefined for any other value in the query. */
export function noticeText(name: string | undefined, language: Language): string | undefined {
  const { notices } = accountFrameTexts[language];
  return name !== undefined && Object.hasOwn(notices, name) ? notices[name as AccountNotice] : undefined;
}

/** Reasons that exist only on pages, or that pages explain in other words than the API. */
export type RefusalReason = Extract<keyof typeof accountFrameTexts.en.refusals, Lowercase<string>>;

/** The text of an API error on a page. */
export function refusalText(error: IdentityError, language: Language): string {
  const { refusals } = accountFrameTexts[language];
  const weak = weakPasswordReason(error);
  if (weak) return weakPasswordText(weak, language);
  if (error.waitSeconds !== undefined) return waitText(error.waitSeconds, language);
  if (error.code === 'RATE_LIMITED') return waitText(Number(error.headers['Retry-After']), language);
  const known = [error.reason, error.code].find((name) => name !== undefined && Object.hasOwn(refusals, name));
  return refusals[(known ?? 'other') as keyof typeof refusals];
}
