import type { AlsoEnds, DomainEvent, Events, Logger } from '@org/identity-core';
import { type Database, recordEvent, type Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';

export interface NoteServices {
  db: Database;
  pool: Pool;
  events: Events<Transaction>;
  logger: Logger;
}

/** Records what has just happened. Does not throw: what happened stays, even if it cannot be recorded. */
export async function noteEvent(
  { db, pool, events, logger }: NoteServices,
  event: DomainEvent,
  also?: AlsoEnds,
): Promise<void> {
  try {
    if (!also && events.isOnlyRecorded(event.type)) await recordEvent(pool, events, event);
    else await events.publish(db, event, also);
  } catch (error) {
    logger.error({ err: error, type: event.type }, 'an event could not be recorded');
  }
}
