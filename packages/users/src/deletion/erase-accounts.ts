import { type IdentityPluginHost, lockUserRowIfFree, longTransaction, Prisma } from '@org/identity-prisma';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'logger' | 'personalData'>;

const batch = 100;
/** One account: some tables have to be searched for it. */
const longestMilliseconds = 60_000;

/** Erases every account whose time has come, each in a transaction of its own: one that fails waits for the next run. */
export async function eraseAccounts(services: Services, signal?: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const now = new Date();
  let last: string | undefined;
  do {
    const due = await db.user.findMany({
      where: { eraseAt: { lte: now }, ...(last ? { id: { gt: last } } : {}) },
      orderBy: { id: 'asc' },
      take: batch,
      select: { id: true },
    });
    for (const { id } of due) {
      if (signal?.aborted) return;
      await eraseAccount(services, id).catch((error: unknown) =>
        logger.error({ err: error, userId: id }, 'account could not be erased, trying again later'),
      );
    }
    last = due.length === batch ? due.at(-1)?.id : undefined;
  } while (last);
}

/** Erases an account and everything that tells who it was of. */
async function eraseAccount({ db, events, personalData }: Services, userId: string): Promise<void> {
  await longTransaction(
    db,
    async (tx) => {
      // Kept a moment ago, or somebody else is at it: not ours.
      if (!(await lockUserRowIfFree(tx, userId, Prisma.sql`erase_at <= now()`))) return;
      for (const section of personalData()) await section.erase(tx, userId);
      await tx.user.delete({ where: { id: userId } });
      const actor = { kind: 'system' as const, id: null };
      await events.publish(tx, { type: 'account.erased', tenantId: null, actor, subjectId: userId, data: {} });
    },
    { timeout: longestMilliseconds },
  );
}
