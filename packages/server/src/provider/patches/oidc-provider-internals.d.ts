// What a provider keeps to itself, and its published types do not know. Only `provider-keystore.ts` and `refresh-token-grant.ts` read it.
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
