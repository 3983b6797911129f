import { isIdentityError } from '@org/identity-core';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { providerLanguage } from '../pages/request-language.js';
import { type ProviderPageServices, showError, showRateLimit } from '../pages/show-error.js';

// Programs call these, so they get JSON instead of an HTML page.
const jsonRoutes = new Set(['token', 'userinfo', 'jwks', 'discovery', 'introspection', 'revocation']);

/** The hook of oidc-provider for errors that it cannot redirect: a page for browsers, JSON for programs. */
export function renderError(services: ProviderPageServices) {
  return async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
    if (jsonRoutes.has(ctx.oidc.route)) {
      ctx.body = out;
      return;
    }
    await providerLanguage(ctx, services);
    if (isIdentityError(error) && error.code === 'RATE_LIMITED') return showRateLimit(ctx, services, error);
    showError(ctx, services, { code: error.name === 'SessionNotFound' ? 'session_not_found' : out.error });
  };
}
