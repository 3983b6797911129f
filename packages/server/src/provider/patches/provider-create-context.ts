import type { Context } from 'koa';
import type { Provider } from 'oidc-provider';

/** The cookies of a request as oidc-provider reads and signs them, for a request that it does not handle itself. */
export function providerCookies(provider: Provider, { req, res }: Pick<Context, 'req' | 'res'>): Context['cookies'] {
  return provider.createContext(req, res).cookies;
}
