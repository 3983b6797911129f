import type { Mail } from '@org/identity-ui';
import type { Pool } from 'pg';

export interface WaitingMail {
  id: string;
  attempts: number;
  failed: boolean;
  last_error: string | null;
  /** Seconds until the mail is due, rounded. */
  due: number;
}

/** Returns the stored mails of the outbox, oldest first. */
export async function waitingMails(pool: Pool): Promise<WaitingMail[]> {
  const { rows } = await pool.query<WaitingMail>(
    `SELECT id, attempts, failed_at IS NOT NULL AS failed, last_error,
            round(extract(epoch FROM due_at - now()))::int AS due
     FROM identity.outgoing_mails ORDER BY created_at, id`,
  );
  return rows;
}

/** Makes every mail due now. */
export async function makeMailDue(pool: Pool): Promise<void> {
  await pool.query(`UPDATE identity.outgoing_mails SET due_at = now() - interval '1 second'`);
}

/** A mail with a link that only its recipient may know. */
export function mailTo(to: string, changes: Partial<Mail> = {}): Mail {
  const link = `https://id.example.test/invitations/${secretLink}`;
  return {
    to,
    subject: 'Ann invites you',
    text: `Accept:\n${link}\n`,
    html: `<a href="${link}">Accept</a>`,
    ...changes,
  };
}

export const secretLink = 'Zk3vQ0c7uXv1bYt5wqkN0l9eJmF2aHs8RrPpDdGgTtU';
