import type { Provider } from 'oidc-provider';

/**
 * The library builds addresses from the request's Host header. Here every address is the issuer's,
 * whatever `Host`, `X-Forwarded-Host`, `Forwarded` or an absolute request line say.
 */
export function fixOrigin(provider: Provider, issuer: string): void {
  const { host, hostname, origin, protocol } = new URL(issuer);
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
