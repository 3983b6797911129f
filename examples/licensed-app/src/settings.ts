/** The settings of the application. */
export interface Settings {
  /** The URL of the identity server. */
  issuer: string;
  /** The URL of this application, as browsers see it. `<origin>/callback` must be a redirect URI of the client. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** The id of the application that the licenses are for. */
  applicationId: string;
  /** How long a license check is cached, in seconds. A revoked license gives no access after that time. */
  cacheSeconds?: number;
  /** Where leases are kept. With a lease, users can work while the identity server is away. Without a folder they cannot. */
  leaseFolder?: string;
  /** How many days a lease is for (default 7). */
  leaseDays?: number;
  /** The clock, which decides whether a lease has ended. */
  now?: () => Date;
}
