import { timingSafeEqual } from 'node:crypto';
import { IdentityError } from '../errors/identity-error.js';
import type { PageRequest, PageSession } from '../plugin/page-route.js';

interface SentForm {
  readonly form: PageRequest['form'];
  readonly session: Pick<PageSession, 'formToken' | 'otherFormTokens'> | undefined;
}

/** Refuses a form that was not sent by a page of this session (CSRF). For browsers that send no `Origin` header. */
export function checkFormToken({ session, form }: SentForm): void {
  const given = Buffer.from(form['formToken'] ?? '');
  const accepted = session ? [session.formToken, ...(session.otherFormTokens ?? [])] : [];
  if (!accepted.some((token) => isSame(given, Buffer.from(token))))
    throw new IdentityError('MALFORMED_REQUEST', 'The form was not sent by this page, or its session has ended.');
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
