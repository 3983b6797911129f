import type { Context, Middleware } from 'koa';
import { type Identity, identify, type LicenseSource, type Refusal, refusalOf, requireLicenseOf } from './access.js';
import type { IdentityClient } from './create-identity-client.js';

/** What `authenticate` puts into `ctx.state`. */
export interface IdentityState {
  /** The caller. */
  identity: Identity;
}

/** Responds with 401 if there is no valid access token; otherwise sets `ctx.state.identity`. */
export function authenticate(client: IdentityClient): Middleware<IdentityState> {
  return async (ctx, next) => {
    const refusal = await refusalOf(async () => {
      ctx.state.identity = await identify(client, ctx.get('authorization'));
    });
    if (refusal) refuse(ctx, refusal);
    else await next();
  };
}

/**
 * Responds with 403 if the caller has no license for the application, or its license lacks the feature, and with 503 if that
 * cannot be checked. Use it after `authenticate`.
 */
export function requireLicense(source: LicenseSource, feature?: string): Middleware<IdentityState> {
  return async (ctx, next) => {
    // Only the check runs in here: errors of the application itself are not handled by this middleware.
    const refusal = await refusalOf(() => requireLicenseOf(source, ctx.state.identity, feature));
    if (refusal) refuse(ctx, refusal);
    else await next();
  };
}

function refuse(ctx: Context, { status, headers, body }: Refusal): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = body;
}
