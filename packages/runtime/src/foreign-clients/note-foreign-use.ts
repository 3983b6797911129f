import type { Logger } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Whether the use of a client has to be noted: at most once a day. */
export function isUseToNote(usedAt: number | undefined): boolean {
  return usedAt === undefined || usedAt < Date.now() - dayMilliseconds;
}

/** Notes that a client got a token, so that it is not deleted as unused. */
export async function noteForeignUse({ db, logger }: { db: Database; logger: Logger }, clientId: string) {
  try {
    await db.$executeRaw`
      UPDATE identity.clients SET last_used_at = now() WHERE id = ${clientId} AND source <> 'MANUAL'
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 day')`;
  } catch (error) {
    // The token is issued already. The next one notes it.
    logger.warn({ err: error }, 'the use of a client could not be noted');
  }
}
