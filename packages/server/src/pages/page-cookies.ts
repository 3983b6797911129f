import type { PageCookie } from '@org/identity-core';
import type { Context } from 'koa';
import { cookieSuffix } from '../http/cookies.js';

/** Browsers hold a name with this prefix to one host, one path and https. */
const nameFor = (issuer: string, name: string) =>
  `${issuer.startsWith('https:') ? '__Host-' : ''}${name}${cookieSuffix(issuer)}`;

/** Reads the cookies that plugins' pages and steps have set. */
export function readPageCookie(ctx: Pick<Context, 'cookies'>, issuer: string): (name: string) => string | undefined {
  return (name) => ctx.cookies.get(nameFor(issuer, name), { signed: false });
}

/** Sets or takes away cookies. */
export function setPageCookies(
  ctx: Pick<Context, 'cookies'>,
  issuer: string,
  cookies: readonly PageCookie[] = [],
): void {
  // TLS may end at a proxy: what browsers see is the issuer's scheme.
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

/** The query as plain texts; of a parameter that was sent twice, the first counts. */
export function readQuery(ctx: Context): Record<string, string> {
  const entries = Object.entries(ctx.query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return Object.fromEntries(entries) as Record<string, string>;
}
