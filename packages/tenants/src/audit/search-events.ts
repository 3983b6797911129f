import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { type EventsQuery, readEvents } from './read-events.js';

export type { EventFilter } from './read-events.js';

export interface EventSearch extends EventsQuery {
  tenantId: string;
  principal: Principal;
}

/** A page of the tenant's events that match the filter, newest first, without a total. */
export async function searchEvents(db: Database, { principal, ...query }: EventSearch) {
  await requireRight(db, query.tenantId, principal, 'read events');
  return readEvents(db, query);
}
