import { type Language, uiTexts } from '@org/identity-ui';
import { IdentityError } from './identity-error.js';

/** Why a new password is refused. */
export const weakPasswordReasons = ['length', 'own-data', 'common', 'leaked'] as const;
export type WeakPasswordReason = (typeof weakPasswordReasons)[number];

/** The error for a refused password (WEAK_PASSWORD), with advice. */
export function weakPassword(reason: WeakPasswordReason): IdentityError {
  return new IdentityError('WEAK_PASSWORD', weakPasswordText(reason, 'en'), { reason });
}

/** The reason of a WEAK_PASSWORD error; undefined for any other error. */
export function weakPasswordReason(error: unknown): WeakPasswordReason | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'WEAK_PASSWORD') return undefined;
  const reason = 'reason' in error ? error.reason : undefined;
  return weakPasswordReasons.find((known) => known === reason) ?? 'common';
}

/** The text for the reason, with advice. */
export function weakPasswordText(reason: WeakPasswordReason, language: Language): string {
  const { weakPassword: texts } = uiTexts[language];
  return `${texts.reasons[reason]} ${texts.advice}`;
}
