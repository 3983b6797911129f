import type { RestoreSpan } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** What the database itself says about the time that is missing. */
export interface MissingSpan extends RestoreSpan {
  /** When the last audit event was written. Every change writes one. */
  readonly lastEventAt: Date | null;
  /** Whether this restore was already dealt with, and no server has run since. */
  readonly repeated: boolean;
}

interface StoredEvent {
  type: string;
  byCommand: boolean;
  occurredAt: Date;
  data: Readonly<Record<string, string | null>>;
}

/**
 * Finds the last sign of life: an event, a sign-in, a session or a token. Everything after it is missing. Without `until` the
 * missing time ends now.
 */
export async function readMissingSpan(tx: Transaction, until: Date | undefined): Promise<MissingSpan> {
  // Ids begin with a time, but clocks of servers differ: the last event by its time is among the last by their ids.
  const events = await tx.$queryRaw<StoredEvent[]>`
    SELECT type, actor_kind = 'system' AND actor_id = 'cli' AS "byCommand", occurred_at AS "occurredAt", data
    FROM (SELECT * FROM identity.events ORDER BY id DESC LIMIT 100) latest ORDER BY occurred_at DESC, id DESC`;
  const [{ activeAt, now } = { activeAt: null, now: new Date() }] = await tx.$queryRaw<
    { activeAt: Date | null; now: Date }[]
  >`
    SELECT greatest((SELECT max(last_active_at) FROM identity.oidc_sessions),
      (SELECT max(created_at) FROM identity.oidc_sessions), (SELECT max(created_at) FROM identity.oidc_tokens),
      (SELECT max(created_at) FROM identity.oidc_records)) AS "activeAt", now() AS now`;
  const before = events.find(({ type }) => type === 'platform.restored');
  const since = events.slice(0, before ? events.indexOf(before) : 0);
  if (before && since.every(({ byCommand }) => byCommand) && (!activeAt || activeAt <= before.occurredAt)) {
    const { lastEventAt, missingFrom, missingTo } = before.data;
    return {
      lastEventAt: timeOf(lastEventAt),
      from: timeOf(missingFrom),
      to: timeOf(missingTo) ?? now,
      repeated: true,
    };
  }
  const lastEventAt = events[0]?.occurredAt ?? null;
  const from = lastEventAt && activeAt && activeAt > lastEventAt ? activeAt : (lastEventAt ?? activeAt);
  const to = until ?? now;
  if (from && to < from)
    throw new Error(`--until: the database has changes from ${from.toISOString()}, which is later.`);
  return { lastEventAt, from, to, repeated: false };
}

const timeOf = (text: string | null | undefined) => (text ? new Date(text) : null);
