import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';

/** The path of every OAuth / OIDC endpoint. */
export const paths = {
  discovery: '/.well-known/openid-configuration',
  metadata: '/.well-known/oauth-authorization-server',
  authorization: '/oauth/authorize',
  token: '/api/oauth/token',
  userinfo: '/api/oauth/userinfo',
  jwks: '/api/oauth/jwks',
  logout: '/api/oauth/logout',
  revocation: '/api/oauth/revoke',
  introspection: '/api/oauth/introspect',
  pushedRequest: '/api/oauth/par',
} as const;

/** The paths of features that are turned off: they belong to the host. */
export function pathsThatAreOff(settings: { pushedAuthorizationRequests: boolean }): ReadonlySet<string> {
  return new Set(settings.pushedAuthorizationRequests ? [] : [paths.pushedRequest]);
}

/** Where clients register themselves. Only with the option `dynamicRegistration`: otherwise the path is not ours. */
export const registrationPath = '/api/oauth/register';

/** The endpoints of the device flow, if it is on. */
export const devicePaths = { page: '/device', authorization: '/api/oauth/device' } as const;

const deviceResumed = /^\/device\/[\w-]+$/u;

/** Whether oidc-provider handles a path of the device flow. */
export function isDevicePath(path: string): boolean {
  return path === devicePaths.page || path === devicePaths.authorization || deviceResumed.test(path);
}

const exact = new Set<string>([...Object.values(paths), `${paths.logout}/confirm`, `${paths.logout}/success`]);
const resumed = new RegExp(`^${paths.authorization}/[\\w-]+$`, 'u');

/** Returns the route of a path for metrics and logs, without the id of a sign-in. */
export function providerRoute(path: string): string | undefined {
  if (exact.has(path)) return path;
  if (resumed.test(path)) return `${paths.authorization}/:uid`;
  if (!isDevicePath(path)) return undefined;
  return deviceResumed.test(path) ? `${devicePaths.page}/:uid` : path;
}

/** Whether oidc-provider handles a path. The match is exact: its own router also accepts upper case and a trailing slash. */
export function isProviderPath(path: string): boolean {
  return exact.has(path) || resumed.test(path);
}

/** A request for one of the service's own paths. */
export interface OwnRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Without the path of the issuer. */
  readonly path: string;
}

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
