import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type AccountStore, hasTwoFactors, type PageCookie, type PageSession } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Context } from 'koa';
import type { Provider, Session } from 'oidc-provider';
import { readPageCookie } from './page-cookies.js';

export interface PageSessionServices {
  provider: Provider;
  issuer: string;
  secret: string;
  accounts: Pick<AccountStore<Transaction>, 'find' | 'signInEpoch' | 'accountPage'>;
  /** How long a session lives. */
  sessionSeconds: number;
}

export interface Visitor {
  /** As the library knows it; perhaps a new one, of nobody. */
  readonly browserSession: Session;
  readonly userId: string | undefined;
  /** What they said of their language. */
  readonly locale: unknown;
  readonly session: PageSession | undefined;
}

const cookieName = 'identity-account';

/**
 * Who visits a page. The library opens its session with the password, before a second factor is asked for; `session` is
 * there once a sign-in to our own pages has come to its end, as a cookie shows that only the end of one can set.
 */
export async function findVisitor(ctx: Context, services: PageSessionServices): Promise<Visitor> {
  const browserSession = await services.provider.Session.get(ctx);
  const { accountId, uid, loginTs } = browserSession;
  const account = accountId === undefined ? undefined : await services.accounts.find(accountId);
  // Closed in another browser a moment ago: as good as signed out. So is somebody between the password and a second factor.
  if (!account || loginTs === undefined || (account.secondFactor && !hasTwoFactors(browserSession.amr)))
    return { browserSession, userId: undefined, locale: undefined, session: undefined };
  const shown = readPageCookie(ctx, services.issuer)(cookieName);
  const passed = shown !== undefined && equal(shown, proofOf(services, browserSession));
  const session = { uid, signedInAt: new Date(loginTs * 1000), formToken: seal(services, 'form', uid) };
  const locale = account.claims['locale'];
  return { browserSession, userId: account.id, locale, session: passed ? session : undefined };
}

/** The cookie that shows the end of a sign-in. A later one, even of the same person, has to come to its own end. */
export function proofCookie(services: PageSessionServices, session: Session): PageCookie {
  return { name: cookieName, value: proofOf(services, session), maxAgeSeconds: services.sessionSeconds };
}

function proofOf(services: PageSessionServices, { uid, accountId, loginTs }: Session): string {
  return seal(services, 'signed in', `${uid} ${accountId} ${loginTs}`);
}

function seal({ secret }: PageSessionServices, use: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'identity-server', `pages: ${use}`, 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
