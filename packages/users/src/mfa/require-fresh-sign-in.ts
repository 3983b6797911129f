import { hasTwoFactors, IdentityError, type UserPrincipal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { hasSecondFactor } from './second-factors.js';

/** Long enough to find the button, too short for a browser that was left open. */
const freshSeconds = 10 * 60;

/**
 * Refuses (REAUTHENTICATION_REQUIRED) when the person signed in longer ago, in a session that is over, or is about to: a
 * password alone renews the time of a session, and is no sign-in where a second factor is due.
 */
export async function requireFreshSignIn(
  db: Database,
  { sessionUid, userId }: Pick<UserPrincipal, 'sessionUid' | 'userId'>,
): Promise<void> {
  const session = sessionUid
    ? await db.oidcSession.findFirst({ where: { uid: sessionUid, accountId: userId, endedAt: null } })
    : null;
  const { loginTs, amr } = (session?.payload ?? {}) as { loginTs?: number; amr?: string[] };
  const complete = hasTwoFactors(amr) || !(await hasSecondFactor(db, userId));
  if (!complete || loginTs === undefined || loginTs < Date.now() / 1000 - freshSeconds)
    throw new IdentityError(
      'REAUTHENTICATION_REQUIRED',
      'Sign in again for this: your last sign-in is more than ten minutes ago.',
    );
}
