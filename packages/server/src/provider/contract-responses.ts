import { pageHeaders } from '@org/identity-ui';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';

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
}): Middleware {
  return (ctx, next) => (unchanged.has(ctx.path) ? next() : handle(ctx, next));

  async function handle(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === paths.introspection && !/^basic /iu.test(ctx.get('authorization'))) {
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
  // Was: only tokens for a resource server (RFC 8707) have an audience. A refresh token still has none.
  if (!entities.RefreshToken) body['aud'] = audience;
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
