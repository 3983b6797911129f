import { type IdentityError, requestNotes, type TranslateError } from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { paths } from '../http/paths.js';
import { type ProviderPageServices, showUnavailable } from '../pages/show-error.js';

// Every way in which oidc-provider says that a request has failed.
const failures = [
  'server_error',
  'authorization.error',
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'end_session.error',
  'end_session_confirm.error',
  'end_session_success.error',
] as const;

// Their callers are programs.
const programPaths = new Set<string>([
  paths.discovery,
  paths.metadata,
  paths.jwks,
  paths.token,
  paths.userinfo,
  paths.introspection,
  paths.revocation,
]);

export interface UnavailableAnswerServices extends Pick<ProviderPageServices, 'issuer' | 'brand'> {
  translate: TranslateError;
}

/**
 * Answers 503 where oidc-provider failed because the database is unavailable; was: `server_error` with status 500, or a
 * redirect to the client with it. Around everything else that changes the answers of oidc-provider.
 */
export function unavailableAnswers(provider: Provider, services: UnavailableAnswerServices): Middleware {
  const found = new WeakMap<object, IdentityError>();
  const look = (ctx: KoaContextWithOIDC, error: unknown) => {
    const unavailable = services.translate(error);
    if (unavailable) found.set(ctx.req, unavailable);
  };
  // The types have an overload for each event.
  for (const failure of failures) provider.on(failure as 'server_error', look);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const unavailable = services.translate(error);
      if (!unavailable) throw error;
      found.set(ctx.req, unavailable);
    }
    const unavailable = found.get(ctx.req);
    if (unavailable) answer(ctx, services, unavailable);
  };
}

function answer(ctx: Context, services: UnavailableAnswerServices, error: IdentityError): void {
  requestNotes(ctx.req).errorCode = error.code;
  for (const header of ['location', 'www-authenticate']) ctx.remove(header);
  if (!programPaths.has(ctx.path)) {
    showUnavailable(ctx, services, error);
    return;
  }
  ctx.status = error.status;
  ctx.set({ ...error.headers, 'Cache-Control': 'no-store' });
  ctx.body = {
    error: 'temporarily_unavailable',
    error_description: 'the service is unavailable, try again in a moment',
  };
}
