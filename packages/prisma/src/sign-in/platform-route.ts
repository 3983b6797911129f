import { createPlatformRoute, type PlatformRoute, type Principal } from '@org/identity-core';
import type { Database } from '../database-types.js';
import { requireFreshSecondFactor } from './require-fresh-sign-in.js';

/** Throws unless the caller may use the platform at this moment. Machines have no session: the guard is enough for them. */
export async function requirePlatformCaller(db: Database, caller: Principal): Promise<void> {
  if (caller.kind === 'user') await requireFreshSecondFactor(db, caller);
}

/**
 * How to declare endpoints below `/api/platform`. They are for super admins who signed in with a second factor within the
 * last ten minutes, and for machines of the whole platform.
 */
export function platformRouteOf(db: Database): PlatformRoute {
  return createPlatformRoute((caller) => requirePlatformCaller(db, caller));
}
