import type { Context } from 'koa';

/**
 * Whether a form was sent by one of our own pages. Their no-referrer policy makes browsers send
 * `Origin: null`, so Sec-Fetch-Site decides; browsers without it rely on the Lax cookie alone.
 */
export function isFromOurPages(ctx: Pick<Context, 'get'>, issuer: string): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && site !== 'same-origin') return false;
  const origin = ctx.get('origin');
  return origin === '' || origin === 'null' || origin === new URL(issuer).origin;
}
