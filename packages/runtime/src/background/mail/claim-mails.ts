import { type Claimed, claimSeconds, type Queued, run, statement } from '@org/identity-prisma';
import type { Pool } from 'pg';

/** Mails in flight in this process. The number suits any mail server, and one mail that hangs leaves room for others. */
export const lanes = 8;
const lanesForLowPriority = 4;
const lanesPerDomain = 4;
export const priorities = { normal: 0, low: 1 } as const;

export interface QueuedMail extends Queued {
  encrypted_message: Buffer;
  recipient_hash: Buffer | null;
  domain_hash: Buffer | null;
  priority: number;
}

/** How many mails that are due one claim looks at. */
const lookedAt = 2 * lanes;

// The order is that of the index: otherwise each claim would sort all mail that is due. Without an error after the first
// attempt, a mail is in flight: see `retryEntry`.
const claim = statement(
  'claim_mails',
  `WITH looked AS (
     SELECT id, priority, recipient_hash, domain_hash FROM identity.outgoing_mails
     WHERE failed_at IS NULL AND priority <= $1 AND due_at <= now()
       AND (recipient_hash IS NULL OR recipient_hash <> ALL($2::bytea[]))
       AND (domain_hash IS NULL OR domain_hash <> ALL(
         SELECT domain FROM unnest($3::bytea[], $4::int[]) AS busy(domain, mails) WHERE mails >= ${lanesPerDomain}))
     ORDER BY failed_at, priority, due_at LIMIT ${lookedAt} FOR UPDATE SKIP LOCKED
   ), ranked AS (
     SELECT *, row_number() OVER () AS rank FROM looked
   ), fitting AS (
     SELECT id, rank FROM (
       SELECT *, row_number() OVER (PARTITION BY recipient_hash ORDER BY rank) AS of_recipient,
                 row_number() OVER (PARTITION BY priority ORDER BY rank) AS of_priority,
                 row_number() OVER (PARTITION BY domain_hash ORDER BY rank) + coalesce((
                   SELECT mails FROM unnest($3::bytea[], $4::int[]) AS busy(domain, mails) WHERE domain = domain_hash
                 ), 0) AS of_domain
       FROM ranked
     ) mail
     WHERE (recipient_hash IS NULL OR of_recipient = 1) AND (domain_hash IS NULL OR of_domain <= ${lanesPerDomain})
       AND (priority = ${priorities.normal} OR of_priority <= $5)
     ORDER BY rank LIMIT $6
   )
   UPDATE identity.outgoing_mails mail SET attempts = attempts + 1, due_at = now() + make_interval(secs => ${claimSeconds}),
     last_error = NULL
   FROM fitting WHERE mail.id = fitting.id
   RETURNING mail.id, attempts, encrypted_message, recipient_hash, domain_hash, priority, rank::int,
             (SELECT count(*)::int FROM looked) AS looked, (
               SELECT count(*)::int FROM (
                 SELECT FROM identity.outgoing_mails
                 WHERE failed_at IS NULL AND priority <= ${priorities.low} AND due_at <= now()
                 ORDER BY failed_at, priority, due_at LIMIT ${lanes + 1}
               ) waiting
             ) AS due`,
);

/** Claims the next mails: one per recipient at a time, and few per domain, so that no mailbox or domain uses all lanes. */
export async function claimMails(
  pool: Pool,
  inFlight: readonly QueuedMail[],
  free: number,
): Promise<Claimed<QueuedMail>> {
  const low = lanesForLowPriority - inFlight.filter(({ priority }) => priority > priorities.normal).length;
  const recipients = inFlight.flatMap(({ recipient_hash: recipient }) => (recipient ? [recipient] : []));
  const domains = new Map<string, number>();
  for (const { domain_hash: domain } of inFlight)
    if (domain) domains.set(domain.toString('hex'), (domains.get(domain.toString('hex')) ?? 0) + 1);
  const { rows } = await run<QueuedMail & { rank: number; looked: number; due: number }>(pool, claim, [
    low > 0 ? priorities.low : priorities.normal,
    recipients,
    [...domains.keys()].map((domain) => Buffer.from(domain, 'hex')),
    [...domains.values()],
    low,
    free,
  ]);
  rows.sort((one, other) => one.rank - other.rank);
  const [first] = rows;
  // Of mails that are due, at least the first one fits. So the next claim, which leaves out those in flight, finds others.
  if (first && (rows.length === free || first.looked > rows.length)) return { rows, others: 'now' };
  // Others that are due are locked: another process is claiming some of them.
  const isAlone = inFlight.length === 0 && first?.due === rows.length;
  return { rows, others: isAlone ? 'none' : 'later' };
}
