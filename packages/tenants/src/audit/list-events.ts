import { isUuid, type Principal } from '@org/identity-core';
import { type Database, type EventRow, eventColumns, Prisma } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from '../access/rights.js';
import type { EventsQuery } from '../schemas.js';
import { eventOf } from './audit-event.js';

export interface EventsInput {
  tenantId: string;
  principal: Principal;
  query: z.output<typeof EventsQuery>;
  /** Continues after the event with this id, the `next` of the page before; `page` then skips nothing. */
  after?: string | undefined;
}

/** A page of the tenant's events, newest first. `next` is the id to continue after; undefined on the last page. */
export async function listEvents(db: Database, { tenantId, principal, query, after }: EventsInput) {
  const { type, page, limit } = query;
  await requireReader(db, tenantId, principal);
  const from = isUuid(after ?? '') ? after : undefined;
  const skipped = from === undefined ? (page - 1) * limit : 0;
  const [counters, rows] = await Promise.all([
    db.eventCount.aggregate({ where: { tenantId, ...(type ? { type } : {}) }, _sum: { count: true } }),
    // Only the index is read for the events that are skipped. One row more than the page has says whether there is a next page.
    db.$queryRaw<EventRow[]>`
      SELECT ${eventColumns}
      FROM (SELECT id FROM identity.events WHERE tenant_id = ${tenantId}::uuid
            ${type ? Prisma.sql`AND type = ${type}` : Prisma.empty}
            ${from ? Prisma.sql`AND id < ${from}::uuid` : Prisma.empty}
            ORDER BY tenant_id DESC, ${type ? Prisma.sql`type DESC,` : Prisma.empty} id DESC
            LIMIT ${limit + 1} OFFSET ${skipped}) listed
      JOIN identity.events USING (id) ORDER BY id DESC`,
  ]);
  const events = rows.slice(0, limit).map(eventOf);
  const total = Number(counters._sum.count ?? 0);
  const next = rows.length > limit ? events.at(-1)?.id : undefined;
  return { events, next, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** Throws if the caller may not read the events of the tenant. */
export async function requireReader(db: Database, tenantId: string, principal: Principal): Promise<void> {
  if (!(await mayReadAfterDeletion(db, tenantId, principal)))
    await requireRight(db, tenantId, principal, 'read events');
}

/** Events outlive their tenant; super admins can still read them. For all other callers the tenant no longer exists. */
async function mayReadAfterDeletion(db: Database, tenantId: string, principal: Principal): Promise<boolean> {
  if (principal.kind !== 'user' || !principal.superAdmin || !isUuid(tenantId)) return false;
  return (await db.event.findFirst({ where: { tenantId, type: 'tenant.deleted' }, select: { id: true } })) !== null;
}
