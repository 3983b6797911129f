import { hasTwoFactors, IdentityError, type UserPrincipal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { hasSecondFactor } from './second-factors.js';

/** Long enough for a user to act, too short for a browser that was left open. */
const freshSeconds = 10 * 60;

/**
 * Throws REAUTHENTICATION_REQUIRED if the last sign-in is too old, its session has ended, or its second factor is missing:
 * the password alone renews the time of a session, but is not a complete sign-in if a second factor is needed.
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
      'Sign in again to do this: your last sign-in was more than ten minutes ago.',
    );
}
