import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isFromOurPages } from '../http/cookies.js';
import { devicePaths } from '../http/paths.js';
import type { NoteServices } from '../observe/note-event.js';
import { setPageCookies } from '../pages/page-cookies.js';
import { type ProviderPageServices, showRateLimit } from '../pages/show-error.js';
import type { DeviceFlow } from '../provider/configuration.js';
import { deviceFeature, takeCodeFromLink } from './device-feature.js';
import { deviceCookie } from './device-step.js';

export { deviceStep } from './device-step.js';

/** How long a device can wait for its user. */
export const deviceCodeSeconds = 10 * 60;
const tenMinutes = 10 * 60;
const codesOfNetwork = 60;
const pagesOfNetwork = 200;

/** What the provider needs for the device flow. Loaded only if the option is on. */
export function deviceFlow(pages: ProviderPageServices, note: NoteServices): DeviceFlow {
  return {
    feature: deviceFeature(pages, note),
    seconds: deviceCodeSeconds,
    middleware: deviceMiddleware(note.pool, pages),
  };
}

/** Around the endpoints of the device flow. */
function deviceMiddleware(pool: Pool, pages: ProviderPageServices): Middleware {
  const { issuer } = pages;
  const codes = createCounter(pool, 'device_authorization', codesOfNetwork, tenMinutes);
  // Each page without a session writes a row. A counter in the database would write another one.
  const openedPages = new RateLimiterMemory({ points: pagesOfNetwork, duration: tenMinutes });

  return async (ctx, next) => {
    const network = wideNetworkOf(ctx.ip);
    if (ctx.path === devicePaths.authorization) {
      const seconds = await waitFor(codes.consume(keyOf(network)));
      if (seconds === undefined) return next();
      ctx.status = 429;
      ctx.set({ 'Retry-After': String(seconds), 'Cache-Control': 'no-store' });
      ctx.body = { error: 'temporarily_unavailable', error_description: 'too many requests of this network' };
      return;
    }
    const seconds = await waitFor(openedPages.consume(network));
    if (seconds !== undefined) return showRateLimit(ctx, pages, rateLimited(seconds));
    if (ctx.method === 'POST' && !isFromOurPages(ctx, issuer)) {
      ctx.status = 303;
      ctx.redirect(`${issuer}${devicePaths.page}`);
      return;
    }
    takeCodeFromLink(ctx);
    await next();
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const typed = oidc?.entities.DeviceCode?.userCode;
    if (ctx.method === 'POST' && ctx.status === 303 && typed !== undefined)
      setPageCookies(ctx, issuer, [{ name: deviceCookie, value: typed, maxAgeSeconds: deviceCodeSeconds }]);
  };
}

/** The seconds to wait if a limit is reached. */
async function waitFor(counted: Promise<unknown>): Promise<number | undefined> {
  try {
    await counted;
    return undefined;
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
  }
}
