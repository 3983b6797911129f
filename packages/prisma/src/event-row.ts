import { Prisma } from './generated/client.js';

/** An audit event, as `eventColumns` selects it. */
export interface EventRow {
  id: string;
  type: string;
  tenantId: string | null;
  actorKind: string;
  actorId: string | null;
  subjectId: string | null;
  data: Prisma.JsonObject;
  occurredAt: Date;
}

/** The columns of `identity.events`, named as in `EventRow`. */
export const eventColumns = Prisma.sql`id, type, tenant_id AS "tenantId", actor_kind AS "actorKind",
  actor_id AS "actorId", subject_id AS "subjectId", data, occurred_at AS "occurredAt"`;
