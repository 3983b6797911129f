import type { PageCookie } from '@org/identity-core';
import type { Context } from 'koa';
import { cookieSuffix } from '../http/cookies.js';

/** Browsers accept a cookie with this prefix only for one host, the path `/` and https. */
const nameFor = (issuer: string, name: string) =>
  `${issuer.startsWith('https:') ? '__Host-' : ''}${name}${cookieSuffix(issuer)}`;

/** Returns a function that reads the cookies of plugins' pages and steps. */
export function readPageCookie(ctx: Pick<Context, 'cookies'>, issuer: string): (name: string) => string | undefined {
  return (name) => ctx.cookies.get(nameFor(issuer, name), { signed: false });
}

/** Sets cookies, and deletes those without a value. */
export function setPageCookies(
  ctx: Pick<Context, 'cookies'>,
  issuer: string,
  cookies: readonly PageCookie[] = [],
): void {
  // TLS may end at a proxy. Browsers see the scheme of the issuer.
  ctx.cookies.secure = issuer.startsWith('https:');
  for (const { name, value, maxAgeSeconds } of cookies) {
    ctx.cookies.set(nameFor(issuer, name), value ?? null, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      signed: false,
      maxAge: maxAgeSeconds * 1000,
      secure: issuer.startsWith('https:'),
    });
  }
}

/** Returns the query as strings. If a parameter was sent twice, the first one counts. */
export function readQuery(ctx: Context): Record<string, string> {
  const entries = Object.entries(ctx.query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return Object.fromEntries(entries) as Record<string, string>;
}
