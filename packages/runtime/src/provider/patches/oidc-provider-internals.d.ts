// Internals of oidc-provider without published types. Only `provider-keystore.ts`, `authorization-code-grant.ts`,
// `refresh-token-grant.ts`, `token-resource.ts` and `dpop-proof.ts` use them.
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

declare module 'oidc-provider/lib/helpers/validate_dpop.js' {
  import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

  interface ValidProof {
    thumbprint: string;
    jti: string;
    iat: number;
  }
  // biome-ignore lint/style/noDefaultExport: the module has one.
  export default function validateDpop(provider: Provider, ctx: KoaContextWithOIDC): Promise<ValidProof | undefined>;
  export function checkDpopReplay(
    provider: Provider,
    ctx: KoaContextWithOIDC,
    proof: ValidProof | undefined,
    clientId: string,
  ): Promise<void>;
}
