import type { Context, Middleware } from 'koa';
import type { IdentityClient } from './create-identity-client.js';
import { IdentityClientError } from './identity-client-error.js';
import type { AccessToken } from './verify-access-token.js';

/** What `authenticate` leaves in `ctx.state`. */
export interface IdentityState {
  /** Whoever calls. */
  identity: AccessToken & { readonly accessToken: string };
}

/** Refuses (401) whoever sends no valid access token; the others are in `ctx.state.identity`. */
export function authenticate(client: IdentityClient): Middleware<IdentityState> {
  return async (ctx, next) => {
    const [, accessToken] = /^bearer ([\w.~+/-]+=*)$/iu.exec(ctx.get('authorization')) ?? [];
    const refusal = await attempt(async () => {
      if (!accessToken) throw new IdentityClientError('UNAUTHORIZED', 'Send an access token.', { status: 401 });
      ctx.state.identity = { ...(await client.verify(accessToken)), accessToken };
    });
    if (refusal) refuse(ctx, refusal);
    else await next();
  };
}

/** Refuses (403) callers without a license of the application, or without one of its features. Comes after `authenticate`. */
export function requireLicense(client: IdentityClient, feature?: string): Middleware<IdentityState> {
  return async (ctx, next) => {
    const refusal = await attempt(async () => {
      const { userId, accessToken } = ctx.state.identity;
      if (userId === undefined) throw forbidden('A machine holds no license.');
      const { hasLicense, features, reason } = await client.check({ accessToken });
      if (!hasLicense) throw forbidden(`No license: ${reason}.`);
      if (feature !== undefined && !features.includes(feature))
        throw forbidden(`The license does not include ${feature}.`);
    });
    if (refusal) refuse(ctx, refusal);
    else await next();
  };
}

function forbidden(message: string): IdentityClientError {
  return new IdentityClientError('FORBIDDEN', message, { status: 403 });
}

/** The application's own errors are not ours to answer: only the check runs in here. */
async function attempt(check: () => Promise<void>): Promise<IdentityClientError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof IdentityClientError) return error;
    throw error;
  }
}

/** In the form of the service's own errors. Who cannot be checked does not get in: 503. */
function refuse(ctx: Context, { code, message, status }: IdentityClientError): void {
  const theirs = status === 401 || status === 403;
  ctx.status = theirs ? status : 503;
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error: code, message };
}
