import type { IncomingMessage } from 'node:http';
import {
  type AccountStore,
  chooseLanguage,
  type Language,
  type LanguageWishes,
  languageCookie,
  languageCookieName,
  wishedLanguage,
} from '@org/identity-core';
import type { Context } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { readPageCookie, setPageCookies } from './page-cookies.js';

type Known = Pick<LanguageWishes, 'uiLocales' | 'locale'>;
type LanguageContext = Pick<Context, 'req' | 'get' | 'query' | 'cookies'>;

const noted = new WeakMap<IncomingMessage, Known>();

/** Remembers for the rest of a request what has become known about its language; also for the page of an error. */
export function noteLanguage({ req }: Pick<Context, 'req'>, known: Known): void {
  noted.set(req, { ...noted.get(req), ...known });
}

/** The language to answer a request in; `wishedLanguage` where it is more than our default. */
export function requestLanguage(ctx: LanguageContext, issuer: string) {
  const known = noted.get(ctx.req);
  const wishes: LanguageWishes = {
    uiLocales: known?.uiLocales ?? askedLanguage(ctx, issuer),
    locale: known?.locale,
    acceptLanguage: ctx.get('accept-language'),
  };
  return { language: chooseLanguage(wishes), wishedLanguage: wishedLanguage(wishes) };
}

/** What a page outside a sign-in was asked for: by its address, or by the sign-in that led to it. */
export function askedLanguage(ctx: LanguageContext, issuer: string): Language | undefined {
  const asked = ctx.query['ui_locales'];
  const kept = readPageCookie(ctx, issuer)(languageCookieName);
  return wishedLanguage({ uiLocales: Array.isArray(asked) ? asked[0] : asked }) ?? wishedLanguage({ uiLocales: kept });
}

/** Keeps the language that a request asks for, for the pages that its links lead to; one that asks for none forgets it. */
export function keepLanguage(ctx: Pick<Context, 'cookies'>, issuer: string, uiLocales: unknown): void {
  const asked = wishedLanguage({ uiLocales });
  if (asked !== readPageCookie(ctx, issuer)(languageCookieName)) setPageCookies(ctx, issuer, [languageCookie(asked)]);
}

/** The language of a request that the library works on. */
export async function providerLanguage(
  ctx: KoaContextWithOIDC,
  { issuer, accounts }: { issuer: string; accounts: Pick<AccountStore<never>, 'find'> },
): Promise<Language> {
  // Not all of it is there when an error comes early.
  const { params, session } = ctx.oidc ?? {};
  // The database may be what failed.
  const account = session?.accountId ? await accounts.find(session.accountId).catch(() => undefined) : undefined;
  const uiLocales = params?.['ui_locales'];
  noteLanguage(ctx, { locale: account?.claims['locale'], ...(uiLocales === undefined ? {} : { uiLocales }) });
  return requestLanguage(ctx, issuer).language;
}
