import type { Context } from 'koa';
import type { Provider } from 'oidc-provider';

/** Reads and signs cookies as oidc-provider does, in a request that it does not handle itself. */
export function providerCookies(provider: Provider, { req, res }: Pick<Context, 'req' | 'res'>): Context['cookies'] {
  return provider.createContext(req, res).cookies;
}
