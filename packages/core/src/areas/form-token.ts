import { timingSafeEqual } from 'node:crypto';
import { IdentityError } from '../identity-error.js';
import type { PageRequest } from '../page-route.js';

/** Refuses a form that was not sent by a page of this session (CSRF). For browsers that send no `Origin` header. */
export function checkFormToken({ session, form }: Pick<PageRequest, 'session' | 'form'>): void {
  const given = Buffer.from(form['formToken'] ?? '');
  const expected = Buffer.from(session?.formToken ?? '');
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new IdentityError('MALFORMED_REQUEST', 'The form was not sent by this page, or its session has ended.');
}
