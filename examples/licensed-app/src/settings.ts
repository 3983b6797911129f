/** What an application knows about itself and about the identity server. */
export interface Settings {
  /** The identity server. */
  issuer: string;
  /** This application, as browsers see it; `<origin>/callback` is registered at the identity server. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** The product that licenses are sold for. */
  applicationId: string;
  /** How long a license may be believed, in seconds; a revoked one opens nothing after that. */
  cacheSeconds?: number;
}
