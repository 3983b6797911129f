import { type EventType, isUuid } from '@org/identity-core';
import { type Database, type EventRow, eventColumns, Prisma } from '@org/identity-prisma';
import { eventOf } from './audit-event.js';

export interface EventFilter {
  readonly type?: EventType | undefined;
  /** The id of a user who caused the event, or whom it is about. */
  readonly personId?: string | undefined;
  /** The first moment that is included. */
  readonly from?: Date | undefined;
  /** The first moment that is not included any more. */
  readonly until?: Date | undefined;
}

export interface EventsQuery {
  /** Null for events of no tenant, undefined for all events. */
  readonly tenantId: string | null | undefined;
  readonly filter: EventFilter;
  /** Continues after the event with this id, the `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the events that match the filter, newest first, without a total. `next` is the id to continue after; undefined
 * on the last page. An index finds the events of a tenant, of a type, of a person and of a time.
 */
export async function readEvents(db: Database, { tenantId, filter, after, limit }: EventsQuery) {
  const { type, personId, from, until } = filter;
  const conditions = [
    ...(tenantId === undefined ? [] : [tenantId === null ? ofNoTenant : Prisma.sql`tenant_id = ${tenantId}::uuid`]),
    ...(type ? [Prisma.sql`type = ${type}`] : []),
    ...(from
      ? [Prisma.sql`id >= ${idAt(from, -1)}::uuid`, Prisma.sql`occurred_at >= ${from.toISOString()}::timestamptz`]
      : []),
    ...(until
      ? [Prisma.sql`id < ${idAt(until, 1)}::uuid`, Prisma.sql`occurred_at < ${until.toISOString()}::timestamptz`]
      : []),
    ...(isUuid(after ?? '') ? [Prisma.sql`id < ${after}::uuid`] : []),
  ];
  const byTenant = tenantId === undefined ? Prisma.empty : Prisma.sql`tenant_id DESC,`;
  // One row more than the page has says whether there is a next page.
  const ids = (own: readonly Prisma.Sql[], order: Prisma.Sql) => {
    const all = [...conditions, ...own];
    const where = all.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(all, ' AND ')}`;
    return Prisma.sql`(SELECT id FROM identity.events ${where}
      ORDER BY ${byTenant} ${order} id DESC LIMIT ${limit + 1})`;
  };
  const listed =
    personId === undefined
      ? ids([], type ? Prisma.sql`type DESC,` : Prisma.empty)
      : // One index for each; UNION drops what a person did to themselves once.
        Prisma.sql`${ids([Prisma.sql`actor_id = ${personId}`], Prisma.sql`actor_id DESC,`)}
          UNION ${ids([Prisma.sql`subject_id = ${personId}`], Prisma.sql`subject_id DESC,`)}
          ORDER BY id DESC LIMIT ${limit + 1}`;
  const rows = await db.$queryRaw<EventRow[]>`
    SELECT ${eventColumns} FROM (${listed}) listed JOIN identity.events USING (id) ORDER BY id DESC`;
  const events = rows.slice(0, limit).map(eventOf);
  return { events, next: rows.length > limit ? events.at(-1)?.id : undefined };
}

const ofNoTenant = Prisma.sql`tenant_id IS NULL`;

const hour = 60 * 60 * 1000;

/**
 * The lowest id (UUID version 7) of an event at that time, moved by some hours. Ids begin with the time of the process and
 * `occurred_at` is the time of the database, so the range of ids is wider by more than clocks differ and transactions take.
 */
function idAt(time: Date, hours: number): string {
  const milliseconds = Math.max(0, time.getTime() + hours * hour);
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
