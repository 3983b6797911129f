import { type IdentityError, requestNotes, type TranslateError } from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { paths } from '../http/paths.js';
import { type ProviderPageServices, showUnavailable } from '../pages/show-error.js';

// All events of oidc-provider for a failed request.
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

// Programs call these, so they get JSON.
const programPaths = new Set<string>([
  paths.discovery,
  paths.metadata,
  paths.jwks,
  paths.token,
  paths.userinfo,
  paths.introspection,
  paths.revocation,
]);

export interface UnavailableResponseServices extends Pick<ProviderPageServices, 'issuer' | 'brand'> {
  translate: TranslateError;
}

/**
 * Responds 503 if oidc-provider failed because the database is unavailable. Was: `server_error` with status 500, or a redirect
 * to the client with that error. It must wrap all other middleware that changes the responses of oidc-provider.
 */
export function unavailableResponses(provider: Provider, services: UnavailableResponseServices): Middleware {
  const found = new WeakMap<object, IdentityError>();
  const note = (ctx: KoaContextWithOIDC, error: unknown) => {
    const unavailable = services.translate(error);
    if (unavailable) found.set(ctx.req, unavailable);
  };
  // A cast, because the types have a separate overload for each event.
  for (const failure of failures) provider.on(failure as 'server_error', note);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const unavailable = services.translate(error);
      if (!unavailable) throw error;
      found.set(ctx.req, unavailable);
    }
    const unavailable = found.get(ctx.req);
    if (unavailable) respond(ctx, services, unavailable);
  };
}

function respond(ctx: Context, services: UnavailableResponseServices, error: IdentityError): void {
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
