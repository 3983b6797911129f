import { pageHeaders } from '@org/identity-core';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';

// For the one page that the library draws itself (response_mode=form_post, a button where scripts are off): it adds the
// hash of its script to `script-src`.
const { 'Content-Type': _type, ...headersOfPages } = pageHeaders;
const formPostHeaders = {
  ...headersOfPages,
  'Content-Security-Policy': "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'",
};

const unchanged = new Set<string>([paths.userinfo, paths.jwks]);

/** Where the contract wants another answer than oidc-provider gives, it is changed here, after the library ran. */
export function contractAnswers(options: {
  allowPlainPkce: boolean;
  scopes: readonly string[];
  /** The audience of access tokens. */
  audience: string;
}): Middleware {
  return (ctx, next) => (unchanged.has(ctx.path) ? next() : answer(ctx, next));

  async function answer(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === paths.introspection && !/^basic /iu.test(ctx.get('authorization'))) {
      refuseWithoutBasic(ctx);
      return;
    }
    if (ctx.path.startsWith(paths.authorization)) ctx.set(formPostHeaders);
    await next();
    if (ctx.path === paths.authorization) errorsInQuery(ctx);
    const body: unknown = ctx.body;
    // Was text/plain, which client libraries that parse every answer as JSON refuse.
    if (ctx.path === paths.revocation && body === '') ctx.type = 'json';
    if (!isObject(body)) return;
    if (ctx.path === paths.discovery || ctx.path === paths.metadata) {
      ctx.body = {
        ...body,
        scopes_supported: options.scopes,
        code_challenge_methods_supported: options.allowPlainPkce ? ['S256', 'plain'] : ['S256'],
      };
    }
    // RFC 6749 §5.2 asks for 401 only where the client used the Authorization header; the library always gives it.
    if (ctx.path === paths.token && ctx.status === 401 && !ctx.get('authorization')) ctx.status = 400;
    if (ctx.path === paths.introspection) ctx.body = withAudience(ctx, withMachineSubject(body), options.audience);
  }
}

/** The library answers a request for tokens in the fragment; we offer only codes, and every error in the query. */
function errorsInQuery(ctx: Context): void {
  // Koa's types promise a string where there may be none.
  const location: string | undefined = ctx.response.get('location');
  if (ctx.query['response_mode'] !== undefined || !location?.includes('#error=')) return;
  const [address = '', fragment = ''] = location.split('#', 2);
  ctx.set('location', `${address}${address.includes('?') ? '&' : '?'}${fragment}`);
}

// The library leaves `sub` out where there is no account; a machine is its own subject.
function withMachineSubject(body: Record<string, unknown>): Record<string, unknown> {
  const { active, ...claims } = body;
  return active === true && claims['sub'] === undefined ? { active, sub: claims['client_id'], ...claims } : body;
}

// Was: only tokens for a resource server of RFC 8707 have one. A refresh token is for the token endpoint.
function withAudience(ctx: Context, body: Record<string, unknown>, audience: string): Record<string, unknown> {
  // The library's context is Koa's with `oidc` on it.
  const { entities } = (ctx as unknown as KoaContextWithOIDC).oidc;
  return body['active'] === true && !entities.RefreshToken ? { ...body, aud: audience } : body;
}

function refuseWithoutBasic(ctx: Context): void {
  ctx.status = 401;
  ctx.set({ 'WWW-Authenticate': 'Basic realm="introspection"', 'Cache-Control': 'no-store' });
  ctx.body = {
    error: 'invalid_client',
    error_description: 'introspection takes client credentials by HTTP Basic only',
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
}
