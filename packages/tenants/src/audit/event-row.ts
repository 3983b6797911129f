import { Prisma } from '@org/identity-prisma';

/** A row of `events` as the statements of this folder read it. */
export interface EventRow {
  id: string;
  type: string;
  tenantId: string | null;
  actorKind: string;
  actorId: string | null;
  subjectId: string | null;
  data: Record<string, unknown>;
  occurredAt: Date;
}

/** The columns of `events e`. */
export const eventColumns = Prisma.sql`e.id, e.type, e.tenant_id AS "tenantId", e.actor_kind AS "actorKind",
  e.actor_id AS "actorId", e.subject_id AS "subjectId", e.data, e.occurred_at AS "occurredAt"`;

/** An event as the API and the pages show it. */
export function eventOf({ actorKind, actorId, ...event }: EventRow) {
  return { ...event, actor: { kind: actorKind, id: actorId } };
}
export type AuditEvent = ReturnType<typeof eventOf>;
