import { IdentityError } from '@org/identity-core';
import { firstCharacters, type Language, onOneLine } from '@org/identity-ui';
import type { InvitedLine, InviteResult } from '../invitations/invite-many.js';
import { invitationsPageTexts } from './texts.js';

const reason = 'NOBODY_INVITED';
const maxShown = 10;
/** As long as a name on a page. */
const maxLength = 80;

/**
 * The error for a list of which nobody was invited: the form is shown again. Its status is that of an invalid email, or else
 * that of the first email.
 */
export function nobodyInvited(lines: readonly InvitedLine[]): IdentityError {
  const isInvalid = lines.some(({ result }) => result === 'invalid');
  const error = isInvalid ? undefined : lines[0]?.error;
  return new IdentityError(error?.code ?? 'VALIDATION_FAILED', 'Nobody was invited.', {
    reason,
    details: lines.map(({ email, result }) => ({ path: result, message: email })),
    headers: error?.headers ?? {},
  });
}

/** What was wrong with each email, for the field of the form; undefined for any other error. */
export function whyNobody(
  refusal: Pick<IdentityError, 'reason'> & { readonly details: NonNullable<IdentityError['details']> },
  language: Language,
): string | undefined {
  if (refusal.reason !== reason) return undefined;
  const { results, nobody, more } = invitationsPageTexts[language].manage;
  const lines = refusal.details.slice(0, maxShown).map(({ path, message }) => {
    const start = firstCharacters(message, maxLength);
    const email = onOneLine(start.length < message.length ? `${start}…` : start);
    // Written by `nobodyInvited`.
    return `${email}: ${results[path as InviteResult]}.`;
  });
  const left = refusal.details.length - lines.length;
  return [nobody, ...lines, ...(left > 0 ? [more(left)] : [])].join(' ');
}
