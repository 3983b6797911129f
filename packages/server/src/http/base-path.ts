import type { Middleware } from 'koa';
import { paths } from './paths.js';

/**
 * The path that the whole service is below: `/identity` of `https://host/identity`, nothing of `https://host`. Inside, every
 * path is written without it; it goes off requests where they come in, and onto answers where they go out.
 */
export function basePathOf(issuer: string): string {
  const { pathname } = new URL(issuer);
  return pathname === '/' ? '' : pathname;
}

/** What a request asks for below the base path, with its query, or nothing when it is not for us. */
export function addressBelow(basePath: string): (url: string) => string | undefined {
  if (basePath === '') return (url) => url;
  // RFC 8414 puts the well-known part in front of an issuer's path; OpenID Connect, behind it.
  const metadata = `${paths.metadata}${basePath}`;
  return (url) => {
    // A request line may hold a whole address; its host is nobody's word.
    const [path = '', ...query] = url.replace(/^[a-z]+:\/\/[^/?]*/iu, '').split('?');
    const search = query.length > 0 ? `?${query.join('?')}` : '';
    if (path === metadata) return `${paths.metadata}${search}`;
    return path.startsWith(`${basePath}/`) ? `${path.slice(basePath.length)}${search}` : undefined;
  };
}

// Text that people wrote cannot look like this: a quotation mark of theirs is written as &quot;.
const ownAddresses = / (href|src|action|formaction)="\/(?!\/)/gu;

/** A page with the base path in front of the addresses that it links and posts to. */
export function withBasePath(html: string, basePath: string): string {
  if (basePath === '') return html;
  return html.replaceAll(ownAddresses, (_all, name: string) => ` ${name}="${basePath}/`);
}

/** Puts the base path in front of the addresses that our own pages link, post and redirect to. */
export function answerBelow(basePath: string): Middleware {
  if (basePath === '') return (_ctx, next) => next();
  return async (ctx, next) => {
    await next();
    // Koa's types promise a string where there may be none.
    const location: string | undefined = ctx.response.get('location');
    if (location && /^\/(?!\/)/u.test(location)) ctx.set('location', `${basePath}${location}`);
    const { body } = ctx;
    if (typeof body === 'string' && ctx.response.is('html')) {
      ctx.body = withBasePath(body, basePath);
    }
  };
}
