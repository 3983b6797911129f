import { isUuid, type Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from '../access/rights.js';
import type { EventsQuery } from '../schemas.js';

/** A page of the tenant's events, newest first. */
export async function listEvents(
  db: Database,
  input: { tenantId: string; principal: Principal; query: z.output<typeof EventsQuery> },
) {
  const { tenantId, principal } = input;
  const { type, page, limit } = input.query;
  if (!(await mayReadAfterDeletion(db, tenantId, principal)))
    await requireRight(db, tenantId, principal, 'read events');
  const where = { tenantId, ...(type ? { type } : {}) };
  const [total, rows] = await Promise.all([
    db.event.count({ where }),
    db.event.findMany({ where, orderBy: { id: 'desc' }, skip: (page - 1) * limit, take: limit }),
  ]);
  const events = rows.map(({ actorKind, actorId, ...event }) => ({
    ...event,
    actor: { kind: actorKind, id: actorId },
    data: event.data as Record<string, unknown>,
  }));
  return { events, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** Events outlive their tenant; super admins can still read them. For all other callers the tenant no longer exists. */
async function mayReadAfterDeletion(db: Database, tenantId: string, principal: Principal): Promise<boolean> {
  if (principal.kind !== 'user' || !principal.superAdmin || !isUuid(tenantId)) return false;
  return (await db.event.findFirst({ where: { tenantId, type: 'tenant.deleted' }, select: { id: true } })) !== null;
}
