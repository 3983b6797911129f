import type { Job } from '@org/identity-core';
import { type Database, purgeExpired } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { DeliveryQueue } from './delivery-queue.js';
import { labelOldMail } from './mail/label-old-mail.js';

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

const failedMailDays = 30;

/** Labels mail that an older version has queued, and forgets mail that was given up a month ago. */
export function keepMailJob(services: { db: Database; secret: string }): Job {
  return {
    name: 'keep-mail',
    everySeconds: 10 * 60,
    async run(signal) {
      await labelOldMail(services, signal);
      const before = new Date(Date.now() - failedMailDays * 24 * 60 * 60 * 1000);
      await services.db.outgoingMail.deleteMany({ where: { failedAt: { lte: before } } });
    },
  };
}

/** Tells clients that could not be told at once, or whose session was ended by a process that died. */
export function logoutNoticeJob(notices: DeliveryQueue): Job {
  return { name: 'send-logout-notices', everySeconds: 15, run: (signal) => notices.flush(signal) };
}
