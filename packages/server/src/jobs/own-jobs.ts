import type { Job } from '@org/identity-core';
import { purgeExpired } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { DeliveryQueue } from '../delivery/delivery-queue.js';

/** Deletes what has expired. */
export function purgeJob(pool: Pool): Job {
  return {
    name: 'purge-expired',
    everySeconds: 5 * 60,
    run: async (signal) => {
      await purgeExpired(pool, { signal });
    },
  };
}

/** Sends what was not taken at once, or was queued by a process that died. */
export function mailJob(outbox: DeliveryQueue): Job {
  return { name: 'send-mail', everySeconds: 15, run: (signal) => outbox.flush(signal) };
}

/** Tells clients that could not be told at once, or whose session was ended by a process that died. */
export function logoutNoticeJob(notices: DeliveryQueue): Job {
  return { name: 'send-logout-notices', everySeconds: 15, run: (signal) => notices.flush(signal) };
}
