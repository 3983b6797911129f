import { type AccountStore, type IdentityError, requestId } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import type { Context } from 'koa';
import { ErrorPage } from './error-page.js';
import { requestLanguage } from './request-language.js';
import { showPage } from './show-page.js';
import { pagesTexts } from './texts.js';

export interface ProviderPageServices {
  issuer: string;
  brand: Brand;
  accounts: Pick<AccountStore<Transaction>, 'find' | 'accountPage'>;
}

type ErrorContext = Pick<Context, 'req' | 'get' | 'query' | 'cookies' | 'set' | 'status' | 'body'>;
type ErrorServices = Pick<ProviderPageServices, 'issuer' | 'brand'> & {
  accounts?: Pick<AccountStore<Transaction>, 'accountPage'>;
};
// With these errors there is no application to return to, or it cannot be trusted.
const leadToAccount = new Set(['session_not_found', 'invalid_client', 'unauthorized_client', 'invalid_redirect_uri']);

/** Responds with the page for an error code, in the language of the request. */
export function showError(
  ctx: ErrorContext,
  { issuer, brand, accounts }: ErrorServices,
  { code, status, home }: { code: string; status?: number; home?: string },
): void {
  const { language } = requestLanguage(ctx, issuer);
  const { errors, errorPage } = pagesTexts[language];
  const explanation = isExplained(code) ? errors[code] : errors.other;
  const links = home === undefined ? [] : [{ href: home, label: errorPage.home }];
  const accountPage = leadToAccount.has(code) ? accounts?.accountPage : undefined;
  const page = <ErrorPage {...{ brand, code, accountPage, links }} {...explanation} requestId={requestId(ctx.req)} />;
  showPage(ctx, { page, brand, language, ...(status === undefined ? {} : { status }) });
}

function isExplained(code: string): code is keyof typeof pagesTexts.en.errors {
  return Object.hasOwn(pagesTexts.en.errors, code);
}

/** Responds with the page that says that the service is unavailable and to try again. */
export function showUnavailable(ctx: ErrorContext, services: ErrorServices, { status, headers }: IdentityError): void {
  showError(ctx, services, { code: 'temporarily_unavailable', status });
  ctx.set({ ...headers });
}

/** Responds with the page that says how long the user's network has to wait. It says nothing about an account. */
export function showRateLimit(ctx: ErrorContext, { issuer, brand }: ErrorServices, { headers }: IdentityError): void {
  const { language } = requestLanguage(ctx, issuer);
  const { title, message, advice } = pagesTexts[language].rateLimited;
  const explanation = { title, message, advice: advice(Math.ceil(Number(headers['Retry-After']) / 60)) };
  const page = <ErrorPage brand={brand} {...explanation} code="rate_limited" requestId={requestId(ctx.req)} />;
  showPage(ctx, { page, brand, language, status: 429 });
  ctx.set({ ...headers });
}
