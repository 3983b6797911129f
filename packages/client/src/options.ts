/** How to reach the service, and how long to wait for it. */
export interface IdentityClientOptions {
  /** The base URL of the service, equal to the `iss` of its tokens. */
  readonly issuer: string;
  /** The application whose licenses are checked, unless a call names another. */
  readonly applicationId?: string;
  /** The `aud` of access tokens (default: the issuer). */
  readonly audience?: string;
  /** A machine client of the service, for calls without an access token. */
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /** How long the result of a check is cached (default 5). A revoked license stays valid for this time; 0 turns the cache off. */
  readonly cacheSeconds?: number;
  /** How long to wait for a response (default 5000). */
  readonly timeoutMilliseconds?: number;
  /** How often a check without a response is retried (default 2). Grants and revocations are sent once. */
  readonly retries?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The options with all defaults. */
export interface Settings {
  readonly issuer: string;
  readonly applicationId: string | undefined;
  readonly audience: string;
  readonly credentials: IdentityClientOptions['credentials'];
  readonly cacheMilliseconds: number;
  readonly timeoutMilliseconds: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}

/** Adds the defaults; throws if an option is not valid. */
export function readSettings(options: IdentityClientOptions): Settings {
  const { issuer, cacheSeconds = 5, timeoutMilliseconds = 5000, retries = 2 } = options;
  if (!isIssuer(issuer))
    throw new TypeError(`The issuer must be a URL such as https://id.example.com, not "${issuer}".`);
  for (const [name, value] of Object.entries({ cacheSeconds, timeoutMilliseconds, retries }))
    if (!Number.isFinite(value) || value < 0) throw new TypeError(`${name} must not be negative: ${value}.`);
  return {
    issuer,
    applicationId: options.applicationId,
    audience: options.audience ?? issuer,
    credentials: options.credentials,
    cacheMilliseconds: cacheSeconds * 1000,
    timeoutMilliseconds,
    retries,
    // Looked up at each call, so that a replaced global `fetch` is used.
    fetch: options.fetch ?? ((...input) => fetch(...input)),
  };
}

/** A URL without a slash, query or fragment at its end; the service may be below a path. */
function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { origin, pathname } = new URL(issuer);
  return issuer === origin || (issuer === `${origin}${pathname}` && !pathname.endsWith('/'));
}
