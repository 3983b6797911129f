import type { EventBody } from '@org/identity-core';
import type { EventRow } from '@org/identity-prisma';

/** A stored event as other systems get it. */
export function eventBody({
  id,
  type,
  tenantId,
  actorKind,
  actorId,
  subjectId,
  data,
  occurredAt,
}: EventRow): EventBody {
  return {
    id,
    type,
    tenantId,
    // The column has no other values.
    actor: { kind: actorKind as EventBody['actor']['kind'], id: actorId },
    subjectId,
    data,
    occurredAt: occurredAt.toISOString(),
  };
}
