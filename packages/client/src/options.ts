/** How to reach the service, and how patient to be with it. */
export interface IdentityClientOptions {
  /** The base address of the service, as its tokens name it. */
  readonly issuer: string;
  /** The application whose licenses are asked for, unless a call names another. */
  readonly applicationId?: string;
  /** The `aud` of access tokens (default: the issuer). */
  readonly audience?: string;
  /** A machine client of the service; calls without an access token of their own are made with its token. */
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /** How long the answer to a check is used again (default 5). A revoked license ends after this time; 0 asks every time. */
  readonly cacheSeconds?: number;
  /** How long to wait for one answer (default 5000). */
  readonly timeoutMilliseconds?: number;
  /** How often a check that got no answer is sent again (default 2). Grants and revocations are sent once. */
  readonly retries?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The options with nothing left open. */
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

/** Fills in what was left open; refuses what cannot work. */
export function readSettings(options: IdentityClientOptions): Settings {
  const { issuer, cacheSeconds = 5, timeoutMilliseconds = 5000, retries = 2 } = options;
  if (!isIssuer(issuer))
    throw new TypeError(`The issuer must be an address such as https://id.example.com, not "${issuer}".`);
  for (const [name, value] of Object.entries({ cacheSeconds, timeoutMilliseconds, retries }))
    if (!Number.isFinite(value) || value < 0) throw new TypeError(`${name} must not be negative, and is ${value}.`);
  return {
    issuer,
    applicationId: options.applicationId,
    audience: options.audience ?? issuer,
    credentials: options.credentials,
    cacheMilliseconds: cacheSeconds * 1000,
    timeoutMilliseconds,
    retries,
    // Looked up at each call, so that whoever replaces the global one is followed.
    fetch: options.fetch ?? ((...input) => fetch(...input)),
  };
}

/** An address without slash, query or fragment at its end; the service may be below a path. */
function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { origin, pathname } = new URL(issuer);
  return issuer === origin || (issuer === `${origin}${pathname}` && !pathname.endsWith('/'));
}
