import { type Connection, type EventFeed, type FeedPage, type Principal, requireScope } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { accessTo } from '../access/rights.js';
import { requireReader } from './list-events.js';

export interface FollowInput {
  tenantId: string;
  principal: Principal;
  query: { after: string; wait: number; limit: number };
  connection: Connection<Principal>;
}

/** The tenant's events after a given one, oldest first. Machines may read them too. */
export async function followEvents(
  { db, eventFeed }: { db: Database; eventFeed: EventFeed },
  { tenantId, principal, query, connection }: FollowInput,
): Promise<FeedPage> {
  await requireFollower(db, tenantId, principal);
  const caller = principal.kind === 'user' ? principal.userId : principal.clientId;
  const page = await eventFeed.read({ ...query, tenantId: tenantId.toLowerCase(), caller, signal: connection.signal });
  // The right may have ended during the wait.
  if (query.wait > 0) await requireFollower(db, tenantId, await connection.recheck());
  return page;
}

async function requireFollower(db: Database, tenantId: string, principal: Principal): Promise<void> {
  if (principal.kind === 'user') return requireReader(db, tenantId, principal);
  requireScope(principal, 'events:read');
  // With the scope, a machine may read all events of its tenant.
  await accessTo(db, tenantId, principal);
}
