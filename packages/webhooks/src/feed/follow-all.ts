import type { Connection, FeedPage, Principal } from '@org/identity-core';
import { type IdentityPluginHost, requirePlatformCaller } from '@org/identity-prisma';
import type { Feed } from './feed.js';
import { readEventsAfter } from './read-events-after.js';

interface FollowRequest {
  readonly principal: Principal;
  readonly query: { readonly after: string; readonly wait: number; readonly limit: number };
  readonly connection: Connection<Principal>;
}

/** The events of all tenants and of none after a given one. The route has checked the caller. */
export async function followAll(
  { db, feed }: { db: IdentityPluginHost['db']; feed: Feed },
  { principal, query, connection }: FollowRequest,
): Promise<FeedPage> {
  const caller = principal.kind === 'user' ? principal.userId : principal.clientId;
  const page = await readEventsAfter(feed, { ...query, caller, signal: connection.signal });
  // The right may have ended during the wait.
  if (query.wait > 0) await requirePlatformCaller(db, await connection.recheck());
  return page;
}
