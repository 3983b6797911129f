import type { Logger } from '@org/identity-core';
import type { Pool } from 'pg';
import { type AddedMonths, addEventMonths } from './add-months.js';
import { type DroppedMonths, dropEventMonths } from './drop-months.js';
import { monthOf, monthsAfter } from './month.js';

export interface KeepEventsInput {
  readonly keepMonths: number | undefined;
  readonly exportFirst: boolean;
  readonly now?: Date;
  readonly signal?: AbortSignal;
}

/** Adds partitions for the next months, and drops months that are older than the events are kept. */
export async function keepEvents(
  { pool, logger }: { pool: Pool; logger: Logger },
  { keepMonths, exportFirst, now = new Date(), signal }: KeepEventsInput,
): Promise<AddedMonths & DroppedMonths> {
  const made = await addEventMonths(pool, { now });
  if (made.tooMany !== undefined)
    logger.warn(
      { events: made.tooMany },
      'more events are in identity.events_later than can be moved beside requests: run "identity-server events add-months" at a quiet hour',
    );
  if (keepMonths === undefined) return { ...made, dropped: [], notExported: [] };
  const before = monthsAfter(monthOf(now), -keepMonths);
  const result = await dropEventMonths(pool, { before, exportFirst, ...(signal ? { signal } : {}) });
  for (const { month, events } of result.dropped) logger.info({ month, events }, 'old events were dropped');
  if (result.notExported.length > 0)
    logger.warn(
      { months: result.notExported },
      'events are older than they are to be kept, but not exported: run "identity-server events export"',
    );
  return { ...made, ...result };
}
