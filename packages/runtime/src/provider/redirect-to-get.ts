import { isIdentityError, readFormBody } from '@org/identity-core';
import type { Context } from 'koa';
import { basePathOf } from '../http/paths.js';
import { type ProviderPageServices, showError } from '../pages/show-error.js';

// Browsers and proxies cut or refuse longer URLs.
const maxUrlLength = 8000;

/**
 * Redirects a form post from another site to the same request by GET. Browsers send our Lax cookies with a top-level GET,
 * but not with a cross-site POST.
 */
export async function redirectToGet(
  ctx: Context,
  services: ProviderPageServices,
  isParameter: (name: string) => boolean = () => true,
): Promise<void> {
  const fields = await readFormBody(ctx).catch((error: unknown) => {
    if (isIdentityError(error)) return undefined;
    throw error;
  });
  const known = Object.entries(fields ?? {}).filter(([name]) => isParameter(name));
  const url = `${basePathOf(services.issuer)}${ctx.path}?${new URLSearchParams(known)}`;
  if (!fields || url.length > maxUrlLength) {
    showError(ctx, services, { code: 'invalid_request', status: 400 });
    return;
  }
  ctx.status = 303;
  ctx.redirect(url);
}
