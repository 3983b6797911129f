import { inTransaction, Prisma, type Transaction } from '@org/identity-prisma';
import { mailUsers } from '../mails/mail-users.js';
import { isToTell, noticeDays } from './unused-seats.js';
import type { ReclaimServices, UnusedSubscription } from './unused-subscription.js';

const mailsAtOnce = 100;

/**
 * Tells the next users that their seats are about to be reclaimed. Returns whether there may be more. Without the mail, if the
 * tenant does not want it, the seat is reclaimed all the same.
 */
export async function tellUsers(services: ReclaimServices, { id }: UnusedSubscription): Promise<boolean> {
  const count = await inTransaction(services.db, async (tx) => {
    // Two processes never tell the same user, and nobody waits for a seat that is being changed.
    const seats = await tx.$queryRaw<{ id: string }[]>`
      SELECT seats.id FROM identity.seats
      WHERE subscription_id = ${id}::uuid AND ${isToTell(await daysOf(tx, id))}
      ORDER BY seats.id LIMIT ${Prisma.raw(String(mailsAtOnce))} FOR NO KEY UPDATE SKIP LOCKED`;
    if (seats.length > 0) await mailUsers(tx, services, { kind: 'reclaim', found: usersOf(seats) });
    return seats.length;
  });
  if (count > 0) services.sendMail();
  return count === mailsAtOnce;
}

/** Marks the seats, and finds their users in tenants that want the mail. */
function usersOf(seats: readonly { id: string }[]): Prisma.Sql {
  const unusedSince = Prisma.sql`coalesce(told.last_used_at, told.assigned_at)`;
  const notice = Prisma.raw(String(noticeDays));
  return Prisma.sql`
    told AS (
      UPDATE identity.seats SET reclaim_mail_at = statement_timestamp()
      WHERE id = ANY(${seats.map((seat) => seat.id)}::uuid[]) RETURNING *
    ), found AS (
      SELECT row_number() OVER (ORDER BY told.id)::int AS number, gen_random_uuid() AS id, u.id AS user_id, NULL AS sender,
             t.id AS tenant_id, u.email, u.locale, NULL::bytea AS note,
             jsonb_build_object(
               'outcome', 'reclaim', 'tenant', t.name, 'application', a.name, 'licenseType', lt.name,
               'unusedSince', ${unusedSince},
               'releasedAt', greatest(
                 ${unusedSince} + sub.reclaim_after_days * interval '24 hours',
                 told.reclaim_mail_at + ${notice} * interval '24 hours')
             ) AS facts
      FROM told JOIN identity.users u ON u.id = told.user_id
      JOIN identity.subscriptions sub ON sub.id = told.subscription_id
      JOIN identity.applications a ON a.id = told.application_id
      JOIN identity.license_types lt ON lt.id = sub.license_type_id
      JOIN identity.tenants t ON t.id = told.tenant_id AND t.closing_at IS NULL
      LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
      WHERE 'reclaim' <> ALL(coalesce(settings.muted, '{}'))
    )`;
}

/** After how many days without a use seats of the subscription are reclaimed. */
async function daysOf(tx: Pick<Transaction, 'subscription'>, id: string): Promise<Prisma.Sql> {
  const { reclaimAfterDays } = await tx.subscription.findUniqueOrThrow({ where: { id } });
  return Prisma.sql`${reclaimAfterDays}::int`;
}
