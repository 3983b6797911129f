import type { IncomingMessage } from 'node:http';
import { type AccountStore, languageCookie, languageCookieName } from '@org/identity-core';
import { chooseLanguage, type Language, type LanguageWishes, wishedLanguage } from '@org/identity-ui';
import type { Context } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { readPageCookie, setPageCookies } from './page-cookies.js';

type Known = Pick<LanguageWishes, 'uiLocales' | 'locale'>;
type LanguageContext = Pick<Context, 'req' | 'get' | 'query' | 'cookies'>;

const noted = new WeakMap<IncomingMessage, Known>();

/** Remembers, for the rest of a request, what is known about its language. Error pages use it as well. */
export function noteLanguage({ req }: Pick<Context, 'req'>, known: Known): void {
  noted.set(req, { ...noted.get(req), ...known });
}

/** Returns the language of the response. `wishedLanguage` is undefined if it is only our default. */
export function requestLanguage(ctx: LanguageContext, issuer: string) {
  const known = noted.get(ctx.req);
  const wishes: LanguageWishes = {
    uiLocales: known?.uiLocales ?? requestedLanguage(ctx, issuer),
    locale: known?.locale,
    acceptLanguage: ctx.get('accept-language'),
  };
  return { language: chooseLanguage(wishes), wishedLanguage: wishedLanguage(wishes) };
}

/** The language requested for a page outside a sign-in: by its URL, or by the sign-in that led to it. */
export function requestedLanguage(ctx: LanguageContext, issuer: string): Language | undefined {
  const given = ctx.query['ui_locales'];
  const kept = readPageCookie(ctx, issuer)(languageCookieName);
  return wishedLanguage({ uiLocales: Array.isArray(given) ? given[0] : given }) ?? wishedLanguage({ uiLocales: kept });
}

/** Keeps the requested language in a cookie for the pages that follow. A request without one deletes the cookie. */
export function keepLanguage(ctx: Pick<Context, 'cookies'>, issuer: string, uiLocales: unknown): void {
  const language = wishedLanguage({ uiLocales });
  if (language !== readPageCookie(ctx, issuer)(languageCookieName))
    setPageCookies(ctx, issuer, [languageCookie(language)]);
}

/** The language of a request that oidc-provider handles. */
export async function providerLanguage(
  ctx: KoaContextWithOIDC,
  { issuer, accounts }: { issuer: string; accounts: Pick<AccountStore<never>, 'find'> },
): Promise<Language> {
  // An early error comes before oidc-provider has set all of it.
  const { params, session } = ctx.oidc ?? {};
  // The error that is shown may be a failure of the database.
  const account = session?.accountId ? await accounts.find(session.accountId).catch(() => undefined) : undefined;
  const uiLocales = params?.['ui_locales'];
  noteLanguage(ctx, { locale: account?.claims['locale'], ...(uiLocales === undefined ? {} : { uiLocales }) });
  return requestLanguage(ctx, issuer).language;
}
