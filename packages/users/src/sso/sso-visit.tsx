import type { StepOutcome, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { findAnsweredAttempt } from './attempts.js';
import type { Opened } from './open-account.js';
import { ssoCookies } from './sso-cookies.js';
import { SsoFailedPage, type SsoFailure } from './sso-pages.js';
import type { Upstreams } from './upstreams.js';

export interface SsoStepServices {
  host: IdentityPluginHost;
  upstreams: Upstreams;
  limiter: SignInLimiter;
  mailLimiter: MailLimiter;
  passwordSignIn: boolean;
  /** Whether new users get an account. */
  signUp: boolean;
}

export type SsoVisit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** The result of the visit to an upstream provider that this browser made for this sign-in. */
export async function findVisit({ host, upstreams }: SsoStepServices, view: StepView, id: string | undefined) {
  const attempt = ssoCookies.find((name) => view.browser.cookie(name), id ?? '');
  const row = attempt && (await findAnsweredAttempt(host.db, attempt, view.interactionUid));
  const provider = row && upstreams.get(row.provider)?.provider;
  if (!provider) return undefined;
  const { language, wishedLanguage } = view;
  const { identity, mailSecretHash } = row;
  return { attempt, provider, identity, mailSecretHash, language, wishedLanguage };
}

/** Completes the sign-in and ends the visit. */
export function signedIn({ userId, epoch, link, emailToProve }: Opened, attemptId: string, amr: string[]): StepOutcome {
  return {
    answer: { accountId: userId, epoch, amr, ...(link ? { link } : {}), ...(emailToProve ? { emailToProve } : {}) },
    cookies: [ssoCookies.forget(attemptId)],
  };
}

/** Shows why the visit failed, with a link back to the sign-in. */
export function failed({ brand, action }: StepView, failure: SsoFailure, status: number): StepOutcome {
  return { page: <SsoFailedPage brand={brand} failure={failure} back={action} />, status };
}
