/** The settings of the MCP server. */
export interface Settings {
  /** The URL of the identity server. */
  readonly issuer: string;
  /** The URL of this MCP server: the identifier of its API at the identity server, and the `aud` of its tokens. */
  readonly resource: string;
  /** The application that the licenses are for. */
  readonly applicationId: string;
  /** A machine client of the whole platform with the scope `licenses:read`: it checks the licenses of the callers. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** How long a license check is cached, in seconds. A revoked license gives no access after that time. */
  readonly cacheSeconds?: number;
}
