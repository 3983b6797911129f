import { IdentityError, requestNotes, type TranslateError } from '@org/identity-core';
import { pageHeaders } from '@org/identity-ui';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { devicePaths, paths } from '../http/paths.js';
import { type ProviderPageServices, showUnavailable } from '../pages/show-error.js';

// For the only page that oidc-provider renders itself (response_mode=form_post, with a button if scripts are off). It adds
// the hash of its script to `script-src`.
const { 'Content-Type': _type, ...headersOfPages } = pageHeaders;
const formPostHeaders = {
  ...headersOfPages,
  'Content-Security-Policy': "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'",
};

const unchanged = new Set<string>([paths.userinfo, paths.jwks]);

/** Middleware around oidc-provider that changes its responses where our contract differs. */
export function contractResponses(options: {
  allowPlainPkce: boolean;
  scopes: readonly string[];
  /** Claims that the discovery document does not name. */
  unlistedClaims: readonly string[];
  /** The audience of access tokens. */
  audience: string;
  /** Whether clients can authenticate with an assertion. */
  privateKeyJwt: boolean;
}): Middleware {
  return (ctx, next) => (unchanged.has(ctx.path) ? next() : handle(ctx, next));

  /** Without the header, the body may have an assertion: see `acceptOwnJwts`. */
  function mayIntrospect(authorization: string): boolean {
    return /^basic /iu.test(authorization) || (options.privateKeyJwt && authorization === '');
  }

  async function handle(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === paths.introspection && !mayIntrospect(ctx.get('authorization'))) {
      refuseWithoutBasic(ctx);
      return;
    }
    if (ctx.path.startsWith(paths.authorization)) ctx.set(formPostHeaders);
    await next();
    if (ctx.path === paths.authorization) errorsInQuery(ctx);
    const body: unknown = ctx.body;
    // Was text/plain, which fails in client libraries that parse every response as JSON.
    if (ctx.path === paths.revocation && body === '') ctx.type = 'json';
    if (!isObject(body)) return;
    if (ctx.path === paths.discovery || ctx.path === paths.metadata) {
      ctx.body = {
        ...body,
        scopes_supported: options.scopes,
        claims_supported: listed(body['claims_supported'], options.unlistedClaims),
        code_challenge_methods_supported: options.allowPlainPkce ? ['S256', 'plain'] : ['S256'],
      };
    }
    // RFC 6749 §5.2 requires 401 only if the client used the Authorization header. oidc-provider always sends it.
    if (ctx.path === paths.token && ctx.status === 401 && !ctx.get('authorization')) ctx.status = 400;
    if (ctx.path === paths.introspection && body['active'] === true) completeIntrospection(ctx, body, options.audience);
  }
}

function listed(claims: unknown, unlisted: readonly string[]): unknown {
  return Array.isArray(claims) ? claims.filter((name) => !unlisted.includes(name)) : claims;
}

/** oidc-provider returns errors of implicit requests in the fragment. We support only codes, so all errors are in the query. */
function errorsInQuery(ctx: Context): void {
  // Koa's types do not say that the header can be absent.
  const location: string | undefined = ctx.response.get('location');
  if (ctx.query['response_mode'] !== undefined || !location?.includes('#error=')) return;
  const [url = '', fragment = ''] = location.split('#', 2);
  ctx.set('location', `${url}${url.includes('?') ? '&' : '?'}${fragment}`);
}

/** Adds what oidc-provider leaves out to the body, which it has made for this response. */
function completeIntrospection(ctx: Context, body: Record<string, unknown>, audience: string): void {
  // Was: no `sub` if there is no account. The subject of a machine token is the client.
  body['sub'] ??= body['client_id'];
  // The context of oidc-provider is Koa's, plus `oidc`.
  const { entities } = (ctx as unknown as KoaContextWithOIDC).oidc;
  // Was: only tokens for an API of others (RFC 8707) have an audience. A refresh token still has none.
  if (!entities.RefreshToken) body['aud'] ??= audience;
}

function refuseWithoutBasic(ctx: Context): void {
  ctx.status = 401;
  ctx.set({ 'WWW-Authenticate': 'Basic realm="introspection"', 'Cache-Control': 'no-store' });
  ctx.body = {
    error: 'invalid_client',
    error_description: 'introspection accepts client credentials by HTTP Basic only',
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
}

const methods: Record<string, readonly string[]> = {
  [paths.discovery]: ['GET'],
  [paths.metadata]: ['GET'],
  [paths.jwks]: ['GET'],
  [paths.authorization]: ['GET', 'POST'],
  [paths.token]: ['POST'],
  [paths.userinfo]: ['GET', 'POST'],
  [paths.logout]: ['GET', 'POST'],
  [paths.revocation]: ['POST'],
  [paths.introspection]: ['POST'],
  [paths.pushedRequest]: ['POST'],
  [devicePaths.page]: ['GET', 'POST'],
  [devicePaths.authorization]: ['POST'],
};

/** Responds 405 to an unsupported method. Was: a 404 without a body. */
export const knownMethods: Middleware = (ctx, next) => {
  const allowed = methods[ctx.path];
  // oidc-provider handles preflights, and Koa handles HEAD like GET.
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (allowed && method !== 'OPTIONS' && !allowed.includes(method)) {
    const allow = allowed.join(', ');
    throw new IdentityError('METHOD_NOT_ALLOWED', `${ctx.method} is not supported here, only ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  return allowed && method !== 'OPTIONS' ? next() : next().then(() => requireResponse(ctx));
};

/** The sign-in of a path may be over, and not every OPTIONS request is a preflight: both end without a response. */
function requireResponse(ctx: Context): void {
  if (ctx.status === 404 && !ctx.body) throw new IdentityError('NOT_FOUND', 'There is nothing at this URL.');
}

// All events of oidc-provider for a failed request.
const failures = [
  'server_error',
  'authorization.error',
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'pushed_authorization_request.error',
  'device_authorization.error',
  'code_verification.error',
  'device_resume.error',
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
  paths.pushedRequest,
  devicePaths.authorization,
]);

interface UnavailableResponseServices extends Pick<ProviderPageServices, 'issuer' | 'brand'> {
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
