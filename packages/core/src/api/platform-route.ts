import type { z } from 'zod';
import { platformCaller } from '../callers/guards.js';
import type { Principal } from '../callers/principal.js';
import { type Route, type RouteDefinition, route } from './route.js';

/** What a route of the platform does not choose itself. */
type Decided = 'guard' | 'callers' | 'origins' | 'scope' | 'withoutScope' | 'tokenColumns';

/** Declares an endpoint below `/api/platform`. */
export type PlatformRoute = <
  Reply extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Omit<RouteDefinition<Principal, Params, Query, Body, Reply>, Decided> & {
    /** The scope that machines need, if it is another one than usual. */
    scope?: 'events:read' | 'events:write';
    /**
     * Whether it concerns secrets or keys, deletes something, or removes what somebody signs in with. A super admin then must
     * have signed in within the last ten minutes.
     */
    risky?: boolean;
  },
) => Route;

/**
 * How the routes of the platform are declared: for super admins and machines of the whole platform, with the scope
 * `platform:read` for a GET and `platform:write` for all others, unless the route names another one. `check` runs at each
 * request, before the handler.
 */
export function createPlatformRoute(
  check: (caller: Principal, options: { risky: boolean }) => Promise<void>,
): PlatformRoute {
  return ({ risky = false, ...definition }) => {
    const scope = definition.scope ?? (definition.method === 'get' ? 'platform:read' : 'platform:write');
    const description = definition.description ? ` ${definition.description}` : '';
    const fresh = risky ? ' A super admin must have signed in within the last ten minutes.' : '';
    return route({
      ...definition,
      description: `For super admins, and machines of the platform with the scope ${scope}.${fresh}${description}`,
      errors: ['SECOND_FACTOR_REQUIRED', 'REAUTHENTICATION_REQUIRED', ...(definition.errors ?? [])],
      scope,
      guard: platformCaller,
      handle: async (input) => {
        await check(input.principal, { risky });
        return definition.handle(input);
      },
    });
  };
}
