import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Provider } from '../oidc-provider.js';
import type { Resources } from '../resources.js';

/** Reads the `resource` of every token request before its grant is handled. */
export function readResources(provider: Provider, { ofToken }: Pick<Resources, 'ofToken'>): void {
  const handlers = instance(provider)?.grantTypeHandlers;
  if (!handlers) {
    throw new Error('This package does not support how this version of oidc-provider stores its grant handlers.');
  }
  for (const [grantType, handle] of handlers) {
    handlers.set(grantType, async (ctx) => {
      if (ctx.oidc.params?.['resource'] !== undefined) ofToken(ctx);
      await handle(ctx);
    });
  }
}
