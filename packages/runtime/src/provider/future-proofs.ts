import { proofWindow } from '@org/identity-core';
import { decodeJwt } from 'jose';
import type { Context, Middleware } from 'koa';
import { paths } from '../http/paths.js';

const provenPaths = new Set<string>([paths.token, paths.userinfo, paths.pushedRequest]);

/**
 * Refuses a DPoP proof from the future, as FAPI 2.0 requires. Was: up to five minutes are accepted. Such a proof would be
 * valid for longer than it is remembered.
 */
export const refuseFutureProofs: Middleware = (ctx, next) => {
  const proof = provenPaths.has(ctx.path) ? ctx.get('dpop') : '';
  if (proof === '' || !isFuture(proof)) return next();
  refuse(ctx);
};

/** oidc-provider refuses everything else that is wrong with a proof. */
function isFuture(proof: string): boolean {
  try {
    const { iat } = decodeJwt(proof);
    return typeof iat === 'number' && iat > Date.now() / 1000 + proofWindow.future;
  } catch {
    return false;
  }
}

function refuse(ctx: Context): void {
  const error = 'invalid_dpop_proof';
  const isResource = ctx.path === paths.userinfo;
  ctx.status = isResource ? 401 : 400;
  ctx.set('Cache-Control', 'no-store');
  if (isResource) ctx.set('WWW-Authenticate', `DPoP error="${error}"`);
  ctx.body = { error, error_description: 'DPoP proof iat is in the future' };
}
