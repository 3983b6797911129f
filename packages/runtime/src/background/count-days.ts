import type { Job } from '@org/identity-core';
import { countDaysJob, type DayFigure } from '@org/identity-prisma';
import type { Pool } from 'pg';

const ofEvents = (name: DayFigure['name'], type: string): DayFigure => ({
  name,
  // As pairs, so that only the index of types fits: that of the ids would read all events of the day.
  sql: `SELECT count(*) FROM identity.events WHERE type = '${type}'
        AND (type, id) >= ('${type}', day.first_id) AND (type, id) < ('${type}', day.end_id)`,
  ofPast: true,
});

const failedMails: DayFigure = {
  name: 'failed-mails',
  sql: 'SELECT count(*) FROM identity.outgoing_mails WHERE failed_at >= day.starts AND failed_at < day.ends',
  ofPast: true,
};

/** Counts what happens on each day, for the overview of the platform. */
export function serverDaysJob(pool: Pool, { recordsSignIns }: { recordsSignIns: boolean }): Job {
  return countDaysJob(pool, 'count-days', [
    ...(recordsSignIns ? [ofEvents('sign-ins', 'session.started')] : []),
    ofEvents('new-people', 'account.created'),
    failedMails,
  ]);
}
