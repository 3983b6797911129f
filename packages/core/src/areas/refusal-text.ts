import { type Language, uiTexts } from '@org/identity-ui';
import type { IdentityError } from '../errors/identity-error.js';
import { waitText } from '../errors/wait-text.js';
import { weakPasswordReason, weakPasswordText } from '../errors/weak-password.js';

/** The text of an API error on a page: by its reason or its code, or else that of `other`. `refusals` comes before the texts for all pages. */
export function refusalText(
  error: IdentityError,
  language: Language,
  refusals: Readonly<Record<string, string>>,
): string {
  const weak = weakPasswordReason(error);
  if (weak) return weakPasswordText(weak, language);
  if (error.waitSeconds !== undefined) return waitText(error.waitSeconds, language);
  if (error.code === 'RATE_LIMITED') return waitText(Number(error.headers['Retry-After']), language);
  const texts: typeof refusals & { other: string } = { ...uiTexts[language].refusals, ...refusals };
  const known = [error.reason, error.code].find((name) => name !== undefined && Object.hasOwn(texts, name));
  return texts[known ?? 'other'] ?? texts.other;
}
