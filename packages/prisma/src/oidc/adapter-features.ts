/** Features of oidc-provider that are on. It refuses clients with grant types of others. */
export interface AdapterFeatures {
  readonly deviceFlow?: boolean;
  readonly tokenExchange?: boolean;
}
