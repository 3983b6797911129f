import type { Context, Middleware } from 'koa';
import type { IdentityClient } from './create-identity-client.js';
import { IdentityClientError } from './identity-client-error.js';
import type { AccessToken } from './verify-access-token.js';

/** What `authenticate` puts into `ctx.state`. */
export interface IdentityState {
  /** The caller. */
  identity: AccessToken & { readonly accessToken: string };
}

/** Responds with 401 if there is no valid access token; otherwise sets `ctx.state.identity`. */
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

/** Responds with 403 if the caller has no license for the application, or its license lacks the feature. Use it after `authenticate`. */
export function requireLicense(client: IdentityClient, feature?: string): Middleware<IdentityState> {
  return async (ctx, next) => {
    const refusal = await attempt(async () => {
      const { userId, accessToken } = ctx.state.identity;
      if (userId === undefined) throw forbidden('A machine has no license.');
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

/** Only the check runs in here: errors of the application itself are not handled by this middleware. */
async function attempt(check: () => Promise<void>): Promise<IdentityClientError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof IdentityClientError) return error;
    throw error;
  }
}

/** Responds in the form of the service's errors. If a caller cannot be checked, the response is 503. */
function refuse(ctx: Context, { code, message, status }: IdentityClientError): void {
  const refused = status === 401 || status === 403;
  ctx.status = refused ? status : 503;
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error: code, message };
}
