import type { IdentityError } from '../identity-error.js';
import type { Language } from '../language/language.js';
import { waitText } from '../wait-text.js';
import { weakPasswordReason, weakPasswordText } from '../weak-password.js';

/** The text of an API error on a page: by its reason or its code, or else that of `other`. */
export function refusalText(
  error: IdentityError,
  language: Language,
  refusals: Readonly<Record<string, string>> & { readonly other: string },
): string {
  const weak = weakPasswordReason(error);
  if (weak) return weakPasswordText(weak, language);
  if (error.waitSeconds !== undefined) return waitText(error.waitSeconds, language);
  if (error.code === 'RATE_LIMITED') return waitText(Number(error.headers['Retry-After']), language);
  const known = [error.reason, error.code].find((name) => name !== undefined && Object.hasOwn(refusals, name));
  return refusals[known ?? 'other'] ?? refusals.other;
}
