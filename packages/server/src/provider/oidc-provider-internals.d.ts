// What a provider keeps to itself, and its published types do not know. Only `use-keys.ts` reads it.
declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  import type { Provider } from 'oidc-provider';

  interface KeyStore {
    clear(): void;
    add(key: object): void;
  }
  export function get(provider: Provider): { keystore?: Partial<KeyStore>; jwks?: object } | undefined;
}
