import { basePathOf } from './base-path.js';

/**
 * What tells the cookies of two servers at one host apart. Their path cannot: `__Host-`, which keeps other hosts of the same
 * domain from planting a cookie, holds them to `/`.
 */
export function cookieSuffix(issuer: string): string {
  return basePathOf(issuer).replaceAll('/', '~');
}

/**
 * Cookies: httpOnly, SameSite=Lax, and on https Secure with a name that browsers hold to it. The two of an
 * interaction belong to its own path, so that several tabs do not mix; `__Host-` would forbid a path.
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

/** Name and options of the session's cookie, for whoever has to take it away. */
export function sessionCookie(issuer: string): { name: string; options: object } {
  const { names, long } = cookies(issuer, []);
  return { name: names.session, options: long };
}
