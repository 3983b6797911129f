import type { RestoreStep } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Why mail waits for an operator after a restore. Operators read it in the queue. */
export const heldReason = 'Held after a restore: it may have been sent before.';

/**
 * Gives up all mail that waits to be sent, because a server may have sent it after the moment that was restored. It stays in
 * the queue for a month: an operator sees it there and can send it.
 */
export const holdMail: RestoreStep<Transaction> = {
  name: 'queuedMails',
  ends: 'queued mails, which are held: they may have been sent before',
  end: (tx) => tx.$executeRaw`
    UPDATE identity.outgoing_mails SET failed_at = now(), last_error = ${heldReason} WHERE failed_at IS NULL`,
};

export interface HeldMail {
  id: string;
  /** What it is about, such as `invitation`. */
  kind: string;
  queuedAt: Date;
}

/** How many held mails are listed. All of them are in the queue. */
const maxListed = 100;

/** The mails that a restore has held, oldest first. Their recipients are encrypted. */
export async function listHeldMail(tx: Transaction): Promise<HeldMail[]> {
  const rows = await tx.outgoingMail.findMany({
    where: { lastError: heldReason, failedAt: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: maxListed,
    select: { id: true, kind: true, createdAt: true },
  });
  return rows.map(({ id, kind, createdAt }) => ({ id, kind: kind ?? 'other', queuedAt: createdAt }));
}
