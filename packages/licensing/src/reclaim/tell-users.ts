import { languageOf, languages } from '@org/identity-core';
import { inTransaction, Prisma, type Transaction } from '@org/identity-prisma';
import { tenantsWithout } from '../mails/mail-kinds.js';
import { reclaimMail } from './reclaim-mail.js';
import type { ReclaimServices, UnusedSubscription } from './reclaim-seats.js';
import { isToTell, noticeDays } from './unused-seats.js';

const mailsAtOnce = 100;
const day = 24 * 60 * 60 * 1000;

interface ToldUser {
  email: string;
  locale: string | null;
  application: string;
  tenant: string;
  unusedSince: Date;
  toldAt: Date;
  days: number;
}

/**
 * Tells the next users that their seats are about to be reclaimed. Returns whether there may be more. Without the mail, if the
 * tenant does not want it, the seat is reclaimed all the same.
 */
export async function tellUsers(services: ReclaimServices, { id, tenantId }: UnusedSubscription): Promise<boolean> {
  const { db, mail, sendMail, brand } = services;
  const count = await inTransaction(db, async (tx) => {
    // Two processes never tell the same user, and nobody waits for a seat that is being changed.
    const seats = await tx.$queryRaw<{ id: string }[]>`
      SELECT seats.id FROM identity.seats
      WHERE subscription_id = ${id}::uuid AND ${isToTell(await daysOf(tx, id))}
      ORDER BY seats.id LIMIT ${Prisma.raw(String(mailsAtOnce))} FOR NO KEY UPDATE SKIP LOCKED`;
    const told = await tx.$queryRaw<ToldUser[]>`
      WITH told AS (
        UPDATE identity.seats SET reclaim_mail_at = statement_timestamp()
        WHERE id = ANY(${seats.map((seat) => seat.id)}::uuid[]) RETURNING *
      )
      SELECT u.email, u.locale, a.name AS application, t.name AS tenant,
             coalesce(told.last_used_at, told.assigned_at) AS "unusedSince", told.reclaim_mail_at AS "toldAt",
             sub.reclaim_after_days AS days
      FROM told JOIN identity.users u ON u.id = told.user_id
      JOIN identity.subscriptions sub ON sub.id = told.subscription_id
      JOIN identity.applications a ON a.id = told.application_id
      JOIN identity.tenants t ON t.id = told.tenant_id`;
    const muted = await tenantsWithout(tx, { tenantIds: [tenantId], kind: 'reclaim' });
    if (muted.has(tenantId)) return told.length;
    for (const { email, locale, unusedSince, toldAt, days, ...names } of told) {
      const language = languageOf(locale, languages[0]);
      const releasedAt = new Date(Math.max(unusedSince.getTime() + days * day, toldAt.getTime() + noticeDays * day));
      const message = reclaimMail({ email, language, brand, unusedSince, releasedAt, ...names });
      await mail.add(tx, message, { kind: 'reclaim', priority: 'low' });
    }
    return told.length;
  });
  if (count > 0) sendMail();
  return count === mailsAtOnce;
}

/** After how many days without a use seats of the subscription are reclaimed. */
async function daysOf(tx: Pick<Transaction, 'subscription'>, id: string): Promise<Prisma.Sql> {
  const { reclaimAfterDays } = await tx.subscription.findUniqueOrThrow({ where: { id } });
  return Prisma.sql`${reclaimAfterDays}::int`;
}
