import { type IdentityPluginHost, lockUserRowIfFree, longTransaction, Prisma } from '@org/identity-prisma';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'logger' | 'personalData'>;

const batchSize = 100;
/** For one account: some tables have to be scanned for it. */
const timeoutMilliseconds = 60_000;

/** Erases every account that is due, each in its own transaction. If one fails, the next run tries it again. */
export async function eraseAccounts(services: Services, signal?: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const now = new Date();
  let last: string | undefined;
  do {
    const due = await db.user.findMany({
      where: { eraseAt: { lte: now }, ...(last ? { id: { gt: last } } : {}) },
      orderBy: { id: 'asc' },
      take: batchSize,
      select: { id: true },
    });
    for (const { id } of due) {
      if (signal?.aborted) return;
      await eraseAccount(services, id).catch((error: unknown) =>
        logger.error({ err: error, userId: id }, 'could not erase an account; trying again later'),
      );
    }
    last = due.length === batchSize ? due.at(-1)?.id : undefined;
  } while (last);
}

/** Erases an account and all personal data of its user. */
export async function eraseAccount({ db, events, logger, personalData }: Services, userId: string): Promise<void> {
  const erased = await longTransaction(
    db,
    async (tx) => {
      // The user has just decided to keep it, or another process is erasing it.
      if (!(await lockUserRowIfFree(tx, userId, Prisma.sql`erase_at <= now()`))) return false;
      for (const section of personalData()) await section.erase(tx, userId);
      await tx.user.delete({ where: { id: userId } });
      const actor = { kind: 'system' as const, id: null };
      await events.publish(tx, { type: 'account.erased', tenantId: null, actor, subjectId: userId, data: {} });
      return true;
    },
    { timeout: timeoutMilliseconds },
  );
  // After a restore from a backup the account is back. This line, kept elsewhere, then says which to erase again.
  if (erased) logger.info({ userId }, 'account erased');
}
