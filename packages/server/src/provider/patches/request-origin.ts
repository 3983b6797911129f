import type { Provider } from 'oidc-provider';
import { basePathOf } from '../../http/base-path.js';

/**
 * The library builds addresses from the request's Host header. Here every address is the issuer's,
 * whatever `Host`, `X-Forwarded-Host`, `Forwarded` or an absolute request line say, and below its path.
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
