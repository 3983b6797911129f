import { type FeedEvent, inPoolTransaction, type Pool, type PoolClient, readFeed } from '@org/identity-prisma';
import { addDeliveries } from './add-deliveries.js';
import { lockCursor, moveCursor, skipToEnd } from './cursor.js';
import { matchEvents } from './match-events.js';

/** Events that are read in one transaction. */
const eventsAtOnce = 500;

export interface FannedOut {
  /** Whether there may be more events. */
  readonly more: boolean;
  /** Whether something is due now. */
  readonly due: boolean;
  /** Whether another process does this now. */
  readonly taken: boolean;
}

const nothing: FannedOut = { more: false, due: false, taken: false };

/**
 * Writes a delivery of each of the next events for each webhook that wants it, and moves the cursor behind them, in one
 * transaction. One process at a time does this; others return at once.
 */
export function fanOut(pool: Pool): Promise<FannedOut> {
  return inPoolTransaction(pool, async (client) => {
    const cursor = await lockCursor(client);
    if (!cursor) return { ...nothing, taken: true };
    if (!cursor.wanted) {
      await skipToEnd(client, cursor);
      return nothing;
    }
    const events = await readFeed(client, { after: cursor.position, limit: eventsAtOnce });
    const last = events.at(-1);
    if (!last) return nothing;
    const due = await deliverTo(client, events);
    await moveCursor(client, last);
    return { ...nothing, more: events.length === eventsAtOnce, due };
  });
}

async function deliverTo(client: PoolClient, events: readonly FeedEvent[]): Promise<boolean> {
  const deliveries = await matchEvents(client, events);
  return deliveries.length > 0 && addDeliveries(client, deliveries);
}
