import { IdentityError, type UserPrincipal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** Long enough to find the button, too short for a browser that was left open. */
const freshSeconds = 10 * 60;

/** Refuses (REAUTHENTICATION_REQUIRED) when the person signed in longer ago, or in a session that is over. */
export async function requireFreshSignIn(
  db: Database,
  { sessionUid, userId }: Pick<UserPrincipal, 'sessionUid' | 'userId'>,
): Promise<void> {
  const session = sessionUid
    ? await db.oidcSession.findFirst({ where: { uid: sessionUid, accountId: userId, endedAt: null } })
    : null;
  const { loginTs } = (session?.payload ?? {}) as { loginTs?: number };
  if (loginTs === undefined || loginTs < Date.now() / 1000 - freshSeconds)
    throw new IdentityError(
      'REAUTHENTICATION_REQUIRED',
      'Sign in again for this: your last sign-in is more than ten minutes ago.',
    );
}
