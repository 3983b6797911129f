import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type AccountStore,
  hasTwoFactors,
  type Origin,
  originOfSession,
  type PageCookie,
  type PageSession,
} from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Context } from 'koa';
import type { Provider, Session } from 'oidc-provider';
import { viaOf } from '../http/session-via.js';
import { deriveKey, type Secrets, secretList } from '../keys/secrets.js';
import { readPageCookie } from './page-cookies.js';

export interface PageSessionServices {
  provider: Provider;
  issuer: string;
  secret: Secrets;
  accounts: Pick<AccountStore<Transaction>, 'find' | 'signInEpoch' | 'accountPage'>;
  /** How long a session is valid. */
  sessionSeconds: number;
}

export interface Visitor {
  /** The session of oidc-provider; a new one without a user if there is none. */
  readonly browserSession: Session;
  readonly userId: string | undefined;
  /** Where the session of the user comes from. */
  readonly origin: Origin;
  /** The `locale` claim of the user. */
  readonly locale: unknown;
  readonly session: PageSession | undefined;
  /** Set if the cookie was made with another secret than the current one, which may end soon: a new cookie for the browser. */
  readonly renewedCookies?: readonly PageCookie[];
}

const cookieName = 'identity-account';

/**
 * Finds the user who visits a page. oidc-provider opens its session after the password, before the second factor. So
 * `session` is set only if a cookie proves that a sign-in to our own pages passed every step: only its end sets that cookie.
 */
export async function findVisitor(ctx: Context, services: PageSessionServices): Promise<Visitor> {
  const browserSession = await services.provider.Session.get(ctx);
  const { accountId, uid, loginTs } = browserSession;
  const account = accountId === undefined ? undefined : await services.accounts.find(accountId);
  const origin = originOfSession(viaOf(browserSession));
  // The account was closed a moment ago, or the second factor is still missing: both count as signed out.
  if (!account || loginTs === undefined || (account.secondFactor && !hasTwoFactors(browserSession.amr)))
    return { browserSession, userId: undefined, origin, locale: undefined, session: undefined };
  const shown = readPageCookie(ctx, services.issuer)(cookieName);
  const fitting =
    shown === undefined ? -1 : proofsOf(services, browserSession).findIndex((proof) => equal(shown, proof));
  const [formToken, ...otherFormTokens] = seals(services, 'form', uid);
  const signedInAt = new Date(loginTs * 1000);
  const secondFactor = hasTwoFactors(browserSession.amr);
  const session = { uid, signedInAt, secondFactor, formToken, otherFormTokens };
  return {
    browserSession,
    userId: account.id,
    origin,
    locale: account.claims['locale'],
    session: fitting === -1 ? undefined : session,
    ...(fitting > 0 ? { renewedCookies: [proofCookie(services, browserSession)] } : {}),
  };
}

/** The cookie that proves a completed sign-in. Each later sign-in needs its own, even for the same user. */
export function proofCookie(services: PageSessionServices, session: Session): PageCookie {
  return { name: cookieName, value: proofsOf(services, session)[0], maxAgeSeconds: services.sessionSeconds };
}

function proofsOf(services: PageSessionServices, { uid, accountId, loginTs }: Session) {
  return seals(services, 'signed in', `${uid} ${accountId} ${loginTs}`);
}

/** One for each secret, the current one first. */
function seals({ secret }: PageSessionServices, use: string, text: string): [string, ...string[]] {
  const seal = (each: string) =>
    createHmac('sha256', deriveKey(each, `pages: ${use}`))
      .update(text)
      .digest('base64url');
  const [current, ...others] = secretList(secret);
  return [seal(current), ...others.map(seal)];
}

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
