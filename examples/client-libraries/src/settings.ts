/** The settings of every recipe. */
export interface Settings {
  /** The URL of the identity server. */
  issuer: string;
  /** The URL of this application, as browsers see it. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** Signs the cookie of this application's own session. */
  sessionSecret: string;
}
