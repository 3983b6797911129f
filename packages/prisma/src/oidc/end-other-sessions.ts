import type { Transaction } from '../database.js';

/** Ends all sessions of an account but one, with everything issued in them, in the caller's transaction. */
export async function endOtherSessions(
  tx: Transaction,
  key: { accountId: string; except: string | null },
): Promise<void> {
  const { accountId, except } = key;
  const now = new Date();
  await tx.oidcSession.updateMany({
    where: { accountId, endedAt: null, ...(except === null ? {} : { uid: { not: except } }) },
    data: { endedAt: now, idHash: null, payload: {} },
  });
  await tx.oidcGrant.updateMany({
    where: {
      accountId,
      revokedAt: null,
      // A grant without a session is no part of the one that goes on.
      ...(except === null ? {} : { OR: [{ sessionUid: null }, { sessionUid: { not: except } }] }),
    },
    data: { revokedAt: now },
  });
}
