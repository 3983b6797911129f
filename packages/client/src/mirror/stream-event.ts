import { unexpectedAnswer } from '../identity-client-error.js';

/** What a mirror reads of an event of the service. */
export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string | null;
  readonly subjectId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** In milliseconds since 1970. */
  readonly occurredAt: number;
}

/** Reads an event. Throws if it does not have the form of the service: then nothing after it can be relied on. */
export function toStreamEvent(text: string, expectedId: string | undefined): StreamEvent {
  // Checked below.
  const event = JSON.parse(text) as Partial<Omit<StreamEvent, 'occurredAt'> & { occurredAt: string }>;
  const { id, type, tenantId, subjectId, data, occurredAt } = event;
  const time = typeof occurredAt === 'string' ? Date.parse(occurredAt) : Number.NaN;
  if (typeof id !== 'string' || id !== expectedId || typeof type !== 'string') throw unexpectedAnswer(200);
  if (typeof data !== 'object' || data === null || Number.isNaN(time)) throw unexpectedAnswer(200);
  return { id, type, tenantId: tenantId ?? null, subjectId: subjectId ?? null, data, occurredAt: time };
}

/** Reads a sign of life: everything that was committed before this time has been sent. */
export function toAsOf(text: string): number {
  // Checked on the next line.
  const { asOf } = JSON.parse(text) as { asOf?: unknown };
  if (typeof asOf !== 'number' || !Number.isFinite(asOf)) throw unexpectedAnswer(200);
  return asOf;
}
