/** Features of oidc-provider that are on. It refuses clients with grant types and scopes of others. */
export interface AdapterFeatures {
  readonly deviceFlow?: boolean;
  readonly tokenExchange?: boolean;
  /** The scopes that it knows. Clients are without those of a plugin that was removed. */
  readonly scopes?: ReadonlySet<string>;
}
