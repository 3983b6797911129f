import type { Job, Logger } from '@org/identity-core';
import { type Database, type DeliveryQueue, keepEvents, purgeExpired } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { Secrets } from '../keys/secrets.js';
import type { Metrics } from '../observe/metrics.js';
import type { ServerSettings } from '../options.js';
import { labelOldMail } from './mail/label-old-mail.js';

const purgeSeconds = 5 * 60;

/** Deletes expired rows. What is left when the next purge is due is deleted by that one. */
export function purgeJob(pool: Pool): Job {
  return {
    name: 'purge-expired',
    everySeconds: purgeSeconds,
    run: async (signal) => {
      await purgeExpired(pool, { signal, maxMilliseconds: 0.9 * purgeSeconds * 1000 });
    },
  };
}

/** Sends mail that failed before, or was queued by a process that stopped. */
export function mailJob(outbox: DeliveryQueue): Job {
  return { name: 'send-mail', everySeconds: 15, run: (signal) => outbox.flush(signal) };
}

const failedMailDays = 30;

/** Adds recipient hashes to mail that an older version queued, and deletes mail that was given up a month ago. */
export function keepMailJob(services: { db: Database; secret: Secrets }): Job {
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

/** Adds partitions for the events of the next months, and drops those of months that are no longer kept. */
export function keepEventsJob(
  { pool, logger, metrics }: { pool: Pool; logger: Logger; metrics: Pick<Metrics, 'countMonthsToExport'> },
  { keepMonths, exportFirst }: ServerSettings['events'],
): Job {
  return {
    name: 'keep-events',
    everySeconds: 60 * 60,
    async run(signal) {
      const { notExported } = await keepEvents({ pool, logger }, { keepMonths, exportFirst, signal });
      metrics.countMonthsToExport(notExported.length);
    },
  };
}

/** Sends logout notices that failed before, or were written by a process that stopped. */
export function logoutNoticeJob(notices: DeliveryQueue): Job {
  return { name: 'send-logout-notices', everySeconds: 15, run: (signal) => notices.flush(signal) };
}
