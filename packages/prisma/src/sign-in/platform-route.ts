import { createPlatformRoute, type PlatformRoute, type Principal } from '@org/identity-core';
import type { Database } from '../database-types.js';
import { requirePlatformSession } from './require-fresh-sign-in.js';

/** Throws unless the caller may use the platform at this moment. Machines have no session: the guard is enough for them. */
export async function requirePlatformCaller(db: Database, caller: Principal, { risky = false } = {}): Promise<void> {
  if (caller.kind === 'user') await requirePlatformSession(db, caller, { risky });
}

/**
 * How to declare endpoints below `/api/platform`. They are for super admins whose session has a second factor and is in
 * use, and for machines of the whole platform.
 */
export function platformRouteOf(db: Database): PlatformRoute {
  return createPlatformRoute((caller, options) => requirePlatformCaller(db, caller, options));
}
