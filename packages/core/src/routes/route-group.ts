import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../callers/principal.js';
import type { IdentityError } from '../errors/identity-error.js';
import type { Route } from './route.js';

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
  /** The body of an error response. Without it, errors have the form of the rest of the API. */
  readonly errorBody?: (error: IdentityError, requestId: string) => unknown;
  /** Whether its changes can be tried with `rehearse=true` (default false). */
  readonly rehearsable?: boolean;
}

/**
 * Routes of another protocol, with their own credentials, body types and errors. Everything else is as for all routes: guards
 * and scopes, limits, the log, 405, and the API description.
 */
export interface RouteGroup extends GroupRules {
  /** Their paths include the prefix. */
  readonly routes: readonly Route[];
}

/** The routes of a group, as the router serves them. */
export function routesOfGroup({ routes, ...group }: RouteGroup): Route[] {
  return routes.map((route) => ({ ...route, group }));
}

/** The group of a path, if it belongs to one. */
export function groupOfPath<Group extends GroupRules>(groups: readonly Group[], path: string): Group | undefined {
  return groups.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
