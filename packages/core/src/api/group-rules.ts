import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../callers/principal.js';
import type { ErrorCode } from '../errors/error-codes.js';
import type { IdentityError } from '../errors/identity-error.js';

/** The request as the authentication of a group sees it. */
export interface GroupRequest {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly path: string;
}

/** How a group of routes speaks, where it differs from the rest of the API. */
export interface GroupRules {
  /** Where all its paths begin. The plugin has to declare the path. */
  readonly prefix: string;
  /**
   * Returns who calls, or undefined; throws `unauthorized()` for credentials that are not valid. Without it, callers send an
   * access token of the server.
   */
  readonly authenticate?: (request: GroupRequest) => Promise<Principal | undefined>;
  /** The types of bodies that it reads, all of them JSON. The first is that of its responses (default `application/json`). */
  readonly bodyTypes?: readonly [string, ...string[]];
  /**
   * Whether its handlers refuse texts that cannot be stored themselves, where such a text matters (default false: a body with
   * one anywhere is refused).
   */
  readonly readsAnyText?: boolean;
  /** The largest body that it reads, in bytes (default 100 KB). */
  readonly bodyLimit?: number;
  /** Other statuses than the usual ones, for errors of all its routes. */
  readonly errorStatuses?: Partial<Record<ErrorCode, number>>;
  /** The body of an error response. Without it, errors have the form of the rest of the API. */
  readonly errorBody?: (error: IdentityError, requestId: string) => unknown;
  /** Whether its routes are in the API description (default true). A protocol that describes itself is left out. */
  readonly described?: boolean;
  /** Whether its changes can be tried with `rehearse=true` (default false). */
  readonly rehearsable?: boolean;
}
