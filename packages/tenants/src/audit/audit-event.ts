import type { EventRow } from '@org/identity-prisma';

/** An event as the API and the pages show it. */
export function eventOf({ actorKind, actorId, ...event }: EventRow) {
  return { ...event, actor: { kind: actorKind, id: actorId } };
}
export type AuditEvent = ReturnType<typeof eventOf>;
