import type { EventRow } from '@org/identity-prisma';
import { z } from 'zod';

/** An event as other systems get it: by a webhook, by the cursor and by the stream. */
export const EventBody = z.object({
  id: z.uuid(),
  type: z.string(),
  tenantId: z.uuid().nullable(),
  actor: z.object({ kind: z.enum(['user', 'machine', 'system']), id: z.string().nullable() }),
  subjectId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.iso.datetime(),
});
export type EventBody = z.output<typeof EventBody>;

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
