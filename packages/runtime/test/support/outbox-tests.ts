import { type Logger, type MailTransport, silentLogger } from '@org/identity-core';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import type { Mail } from '@org/identity-ui';
import ava, { type ExecutionContext } from 'ava';
import type { Pool } from 'pg';
import { createOutbox } from '../../src/background/mail/outbox.js';
import { waitingMails } from './waiting-mails.js';

// Each test has its own database; running all of them at once would not be faster.
export const test = ava.serial;

export const secret = 'a secret for tests only, of more than 32 characters';
export const services = { secret, logger: silentLogger };

/** A transport that records each mail. */
export function recordingTransport() {
  const sent: Mail[] = [];
  const transport: MailTransport = {
    send: (mail) => {
      sent.push(mail);
      return Promise.resolve();
    },
  };
  return { transport, sent, recipients: () => sent.map(({ to }) => to).sort() };
}

/** Opens an outbox with its own database. */
export async function openOutbox(t: ExecutionContext, transport: MailTransport, logger: Logger = silentLogger) {
  const database = await openTestDatabase(t);
  const outbox = createOutbox({ secret, logger, pool: database.pool, transport });
  const add = (...mails: Mail[]) =>
    database.db.$transaction(async (tx) => {
      for (const mail of mails) await outbox.add(tx, mail);
    });
  return { ...database, outbox, add };
}

/** The outbox of another process, with its own connections and perhaps another transport. */
export const anotherOutbox = (database: OpenTestDatabase, transport: MailTransport) =>
  createOutbox({ ...services, pool: database.openAgain().pool, transport });

/** Asserts that the mails are due now and were not tried yet. */
export async function untouched(t: ExecutionContext, pool: Pool, count: number): Promise<void> {
  const rows = await waitingMails(pool);
  t.is(rows.length, count);
  for (const { attempts, due } of rows) t.deepEqual({ attempts, overdue: due <= 0 }, { attempts: 0, overdue: true });
}
