import { type Brand, type IdentityError, pageHeadersOf, renderPage, requestId } from '@org/identity-core';
import type { Context } from 'koa';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { ErrorPage } from '../pages/error-page.js';

interface Explanation {
  title: string;
  message: string;
  advice: string;
}

const backToApp = 'Go back to the application you came from and sign in again.';

/** What an error of the protocol means to the person who sees it. */
const explanations: Record<string, Explanation> = {
  invalid_client: {
    title: 'This application is not known',
    message: 'The link you followed names an application that is not registered here.',
    advice: 'Check the address, or tell the people who run the application.',
  },
  invalid_redirect_uri: {
    title: 'This link cannot be used',
    message: 'The application asked to send you to an address that is not registered for it, so we stopped.',
    advice: 'Tell the people who run the application; there is nothing you need to do.',
  },
  session_not_found: {
    title: 'This sign-in has expired',
    message: 'It was finished already, took too long, or was opened in another browser than it began in.',
    advice: backToApp,
  },
  server_error: {
    title: 'Something went wrong on our side',
    message: 'Your request could not be completed. Nothing was changed.',
    advice: 'Try again in a moment. If it stays like this, tell us the request id below.',
  },
};

const other: Explanation = {
  title: 'This request cannot be completed',
  message: 'The application sent a request that we could not accept.',
  advice: `${backToApp} If it happens again, tell the people who run the application.`,
};

// Their callers are programs: an HTML page would only hide the error from them.
const jsonRoutes = new Set(['token', 'userinfo', 'jwks', 'discovery', 'introspection', 'revocation']);

/** The library's hook for errors it cannot redirect: a page for people, JSON for programs. */
export function renderError(brand: Brand) {
  return (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
    if (jsonRoutes.has(ctx.oidc.route)) {
      ctx.body = out;
      return;
    }
    const code = error.name === 'SessionNotFound' ? 'session_not_found' : out.error;
    ctx.set(pageHeadersOf(brand));
    ctx.body = errorPage(brand, code, requestId(ctx.req));
  };
}

/** The page for an error code. */
export function errorPage(brand: Brand, code: string, request: string): string {
  return renderPage(<ErrorPage brand={brand} {...(explanations[code] ?? other)} code={code} requestId={request} />);
}

/** Tells a person whose network has to wait for how long; nothing about an account. */
export function showRateLimit(ctx: Context, brand: Brand, { headers }: IdentityError): void {
  const minutes = Math.ceil(Number(headers['Retry-After']) / 60);
  const page = (
    <ErrorPage
      brand={brand}
      title="Too many tries"
      message="There were too many sign-ins that did not work from the network you are in. You may share it with many others. This is not about your account, and nothing was changed."
      advice={`Wait ${minutes > 1 ? `${minutes} minutes` : 'a minute'}, then go back and try again.`}
      code="rate_limited"
      requestId={requestId(ctx.req)}
    />
  );
  ctx.set({ ...pageHeadersOf(brand), ...headers });
  ctx.status = 429;
  ctx.body = renderPage(page);
}
