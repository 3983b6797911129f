import { type IdentityClientOptions, readSettings, type Settings } from '../options.js';

export interface LicenseMirrorOptions
  extends Pick<IdentityClientOptions, 'issuer' | 'timeoutMilliseconds' | 'retries' | 'fetch'> {
  /** The application whose licenses are mirrored. */
  readonly applicationId: string;
  /** A machine client with the scopes `licenses:read` and `events:read`: of one tenant, or of the platform for all tenants. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** How old an answer from memory may be (default 10). A revoked license gives no access after this time. */
  readonly maxStaleSeconds?: number;
  /** What `requireLicense` and `checkRequest` do when the mirror is too old: refuse with 503 (default), or ask the service. */
  readonly whenStale?: 'refuse' | 'ask';
  /** Called with each problem. The mirror goes on by itself: use it for your log. */
  readonly onError?: (error: unknown) => void;
}

export interface MirrorSettings {
  readonly settings: Settings;
  readonly applicationId: string;
  readonly maxStaleMilliseconds: number;
  readonly whenStale: 'refuse' | 'ask';
  readonly onError: (error: unknown) => void;
}

/** Adds the defaults; throws if an option is not valid. */
export function readMirrorOptions(options: LicenseMirrorOptions): MirrorSettings {
  const { applicationId, maxStaleSeconds = 10, whenStale = 'refuse', onError = () => {} } = options;
  if (!applicationId) throw new TypeError('The applicationId is missing.');
  if (!options.credentials) throw new TypeError('A mirror needs the credentials of a machine client.');
  if (whenStale !== 'refuse' && whenStale !== 'ask')
    throw new TypeError(`whenStale must be "refuse" or "ask", not "${String(whenStale)}".`);
  // The service shows once in a second that it is alive.
  if (!Number.isFinite(maxStaleSeconds) || maxStaleSeconds < 2)
    throw new TypeError(`maxStaleSeconds must be 2 or more: ${maxStaleSeconds}.`);
  return {
    settings: readSettings(options),
    applicationId: applicationId.toLowerCase(),
    maxStaleMilliseconds: maxStaleSeconds * 1_000,
    whenStale,
    onError: (error) => {
      try {
        onError(error);
      } catch {
        // An error of the hook must not stop the mirror.
      }
    },
  };
}
