import { type IdentityError, refusalText as textOfRefusal } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { accountFrameTexts } from './texts.js';

/** What a page can report after an action. */
export type AccountNotice = keyof typeof accountFrameTexts.en.notices;

/** Reasons that exist only on pages, or that pages explain in other words than the API. */
export type RefusalReason = Extract<keyof typeof accountFrameTexts.en.refusals, Lowercase<string>>;

/** The text of an API error on a page. */
export function refusalText(error: IdentityError, language: Language): string {
  return textOfRefusal(error, language, accountFrameTexts[language].refusals);
}
