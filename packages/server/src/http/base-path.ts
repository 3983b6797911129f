import type { Middleware } from 'koa';
import { paths } from './paths.js';

/**
 * The path that the whole service is below: `/identity` for `https://host/identity`, empty for `https://host`. The code uses
 * paths without it: the server removes it from incoming requests and adds it to outgoing responses.
 */
export function basePathOf(issuer: string): string {
  const { pathname } = new URL(issuer);
  return pathname === '/' ? '' : pathname;
}

/** Removes the base path from a request's URL, which keeps its query. Returns undefined if the URL is not below it. */
export function urlBelow(basePath: string): (url: string) => string | undefined {
  if (basePath === '') return (url) => url;
  // RFC 8414 puts the well-known part before the issuer's path, OpenID Connect puts it after.
  const metadata = `${paths.metadata}${basePath}`;
  return (url) => {
    // A request line may contain an absolute URL. Its host is not trusted.
    const [path = '', ...query] = url.replace(/^[a-z]+:\/\/[^/?]*/iu, '').split('?');
    const search = query.length > 0 ? `?${query.join('?')}` : '';
    if (path === metadata) return `${paths.metadata}${search}`;
    return path.startsWith(`${basePath}/`) ? `${path.slice(basePath.length)}${search}` : undefined;
  };
}

// User input cannot match this: its quotation marks are escaped as &quot;.
const ownUrls = / (href|src|action|formaction)="\/(?!\/)/gu;

/** Adds the base path to the URLs that a page links and posts to. */
export function withBasePath(html: string, basePath: string): string {
  if (basePath === '') return html;
  return html.replaceAll(ownUrls, (_all, name: string) => ` ${name}="${basePath}/`);
}

/** Adds the base path to the URLs that our own pages link, post and redirect to. */
export function addBasePath(basePath: string): Middleware {
  if (basePath === '') return (_ctx, next) => next();
  return async (ctx, next) => {
    await next();
    // Koa's types do not say that the header can be absent.
    const location: string | undefined = ctx.response.get('location');
    if (location && /^\/(?!\/)/u.test(location)) ctx.set('location', `${basePath}${location}`);
    const { body } = ctx;
    if (typeof body === 'string' && ctx.response.is('html')) {
      ctx.body = withBasePath(body, basePath);
    }
  };
}
