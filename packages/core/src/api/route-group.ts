import type { GroupRules } from './group-rules.js';
import type { Route } from './route.js';

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
