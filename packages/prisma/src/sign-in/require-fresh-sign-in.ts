import { hasTwoFactors, IdentityError, platformSecondFactor, type UserPrincipal } from '@org/identity-core';
import type { Database } from '../database-types.js';

/** How long a sign-in counts as fresh: long enough for a user to act, too short for a browser that was left open. */
export const freshSeconds = 10 * 60;

/** The user, and the session of the request. */
type Caller = Pick<UserPrincipal, 'sessionUid' | 'userId'>;

/**
 * Throws REAUTHENTICATION_REQUIRED if the last sign-in is too old, its session has ended, or its second factor is missing:
 * the password alone renews the time of a session, but is not a complete sign-in if a second factor is needed. Returns
 * whether the session has passed a second factor.
 */
export async function requireFreshSignIn(db: Database, caller: Caller): Promise<{ secondFactor: boolean }> {
  const { fresh, secondFactor } = await readSignIn(db, caller);
  if (!fresh || !(secondFactor || !(await hasSecondFactor(db, caller.userId)))) throw signInAgain();
  return { secondFactor };
}

/**
 * The check for the platform: SECOND_FACTOR_REQUIRED if the session itself has not passed a second factor, even if the user
 * has none, and REAUTHENTICATION_REQUIRED if the sign-in is too old or the session has ended.
 */
export async function requireFreshSecondFactor(db: Database, caller: Caller): Promise<void> {
  const { fresh, open, secondFactor } = await readSignIn(db, caller);
  if (open && !secondFactor) throw platformSecondFactor();
  if (!fresh) throw signInAgain();
}

/** Whether a sign-in to the account needs a second factor. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { mfaEnabled: true } });
  return user?.mfaEnabled ?? false;
}

/** The state of the session at this moment, from the database. */
async function readSignIn(db: Database, { sessionUid, userId }: Caller) {
  const session = sessionUid
    ? await db.oidcSession.findFirst({ where: { uid: sessionUid, accountId: userId, endedAt: null } })
    : null;
  const { loginTs, amr } = (session?.payload ?? {}) as { loginTs?: number; amr?: string[] };
  const fresh = loginTs !== undefined && loginTs >= Date.now() / 1000 - freshSeconds;
  return { open: session !== null, fresh, secondFactor: hasTwoFactors(amr) };
}

const signInAgain = () =>
  new IdentityError(
    'REAUTHENTICATION_REQUIRED',
    'Sign in again to do this: your last sign-in was more than ten minutes ago.',
  );
