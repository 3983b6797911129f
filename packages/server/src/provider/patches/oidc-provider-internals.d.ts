// Internals of oidc-provider without published types. Only `provider-keystore.ts`, `authorization-code-grant.ts`,
// `refresh-token-grant.ts` and `token-resource.ts` use them.
declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

  interface KeyStore {
    clear(): void;
    add(key: object): void;
  }
  export function get(provider: Provider):
    | {
        keystore?: Partial<KeyStore>;
        jwks?: object;
        grantTypeHandlers?: Map<string, (ctx: KoaContextWithOIDC) => Promise<void>>;
      }
    | undefined;
}
