import type { Provider } from 'oidc-provider';
import { basePathOf } from '../../http/paths.js';

/**
 * Makes every URL begin with the issuer, including its path. oidc-provider builds URLs from the Host header. Here `Host`,
 * `X-Forwarded-Host`, `Forwarded` and an absolute request line have no effect.
 */
export function fixOrigin(provider: Provider, issuer: string): void {
  const { host, hostname, origin, protocol } = new URL(issuer);
  Object.defineProperty(provider.context, 'mountPath', { value: basePathOf(issuer) });
  Object.defineProperties(provider.request, {
    host: { get: () => host },
    hostname: { get: () => hostname },
    origin: { get: () => origin },
    protocol: { get: () => protocol.slice(0, -1) },
    secure: { get: () => protocol === 'https:' },
    href: {
      get(this: { originalUrl: string }) {
        return new URL(this.originalUrl.replace(/^[a-z]+:\/\/[^/]*/iu, '') || '/', origin).href;
      },
    },
  });
}
