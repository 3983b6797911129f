import type { Context } from 'koa';
import { basePathOf } from './paths.js';

/**
 * A suffix that distinguishes the cookies of two servers on one host. Cookie paths cannot do this: `__Host-`, which stops
 * other hosts of the domain from setting the cookie, requires the path `/`.
 */
export function cookieSuffix(issuer: string): string {
  return basePathOf(issuer).replaceAll('/', '~');
}

/**
 * The cookie settings: httpOnly, SameSite=Lax, and on https Secure with a name prefix that browsers enforce. The two cookies
 * of an interaction use its path, so that several tabs do not interfere. That excludes `__Host-`.
 */
export function cookies(issuer: string, keys: readonly string[]) {
  const secure = issuer.startsWith('https:');
  const options = { httpOnly: true, sameSite: 'lax', signed: true, ...(secure ? { secure } : {}) } as const;
  return {
    names: {
      session: `${secure ? '__Host-' : ''}identity-session${cookieSuffix(issuer)}`,
      interaction: secure ? '__Secure-identity-interaction' : 'identity-interaction',
      resume: secure ? '__Secure-identity-resume' : 'identity-resume',
    },
    long: { ...options, path: '/' },
    short: options,
    keys: [...keys],
  };
}

/** The name and options of the session cookie, for code that removes it. */
export function sessionCookie(issuer: string): { name: string; options: object } {
  const { names, long } = cookies(issuer, []);
  return { name: names.session, options: long };
}

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
