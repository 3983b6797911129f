import type { PageAnswer, PageRequest } from '@org/identity-core';
import type { Brand } from '@org/identity-ui';
import { askAgain } from '../areas/policy-page.js';
import type { Visitor } from './page-session.js';

interface Refused {
  readonly request: PageRequest;
  /** What the page answers to a visitor who is not signed in. */
  readonly answer: PageAnswer;
  readonly visitor: Visitor;
}

/**
 * The answer to a user whose session has an origin that the page does not take. If the page asks for a sign-in, it has to be a
 * new one: the session that exists would lead back here.
 */
export function askForOwnSignIn({ brand }: { brand: Brand }, { request, answer, visitor }: Refused): PageAnswer {
  const { userId, browserSession } = visitor;
  if (!('signIn' in answer) || answer.signIn.proven || userId === undefined) return answer;
  const signedInAt = new Date((browserSession.loginTs ?? 0) * 1000);
  const { returnTo, ...wanted } = answer.signIn;
  const { cookies } = answer;
  const asked = askAgain({ brand }, request, { unmet: 'own', returnTo, signedInAt, ...wanted });
  return cookies ? { ...asked, cookies } : asked;
}
