import {
  hasTwoFactors,
  IdentityError,
  originOfSession,
  platformSecondFactor,
  requireOwnOrigin,
  type UserPrincipal,
} from '@org/identity-core';
import type { Database } from '../database-types.js';
import { pauseSeconds } from '../fast-path/session-use.js';

/** How long a sign-in counts as fresh: long enough for a user to act, too short for a browser that was left open. */
export const freshSeconds = 10 * 60;
/** How long after the sign-in the platform can be used without a new one, if the session is used all the time. */
export const platformSeconds = 8 * 60 * 60;

/** The user, and the session of the request. */
type Caller = Pick<UserPrincipal, 'sessionUid' | 'userId'>;

/**
 * Throws REAUTHENTICATION_REQUIRED if the last sign-in is too old, its session has ended, or its second factor is missing:
 * the password alone renews the time of a session, but is not a complete sign-in if a second factor is needed. Returns
 * whether the session has passed a second factor. A sign-in by the connection of a tenant counts for changes of that tenant
 * only (`tenantId`), never for those of the account.
 */
export async function requireFreshSignIn(
  db: Database,
  caller: Caller,
  { tenantId }: { tenantId?: string } = {},
): Promise<{ secondFactor: boolean }> {
  const { fresh, secondFactor, origin } = await readSignIn(db, caller);
  requireOwnOrigin(origin, { orOf: tenantId });
  if (!fresh || !(secondFactor || !(await hasSecondFactor(db, caller.userId)))) throw signInAgain();
  return { secondFactor };
}

/**
 * The check for the platform: SECOND_FACTOR_REQUIRED if the session itself has not passed a second factor, even if the user
 * has none. REAUTHENTICATION_REQUIRED if the session has ended, was not used for ten minutes since the sign-in, or the
 * sign-in is more than eight hours ago; for what is risky, more than ten minutes.
 */
export async function requirePlatformSession(
  db: Database,
  caller: Caller,
  { risky }: { risky: boolean },
): Promise<void> {
  const { fresh, inUse, open, secondFactor, origin } = await readSignIn(db, caller);
  requireOwnOrigin(origin);
  if (open && !secondFactor) throw platformSecondFactor();
  if (!inUse) throw notInUse();
  if (risky && !fresh) throw signInAgain();
}

/** When a session was used, as far as the platform asks for it. */
export interface SessionUse {
  /** When the user signed in. */
  readonly signedInAt: Date;
  readonly lastActiveAt: Date;
  readonly resumedAt: Date | null;
}

/** Whether the platform can be used without a new sign-in: the session was used all the time, and not for too long. */
export function isInUse({ signedInAt, lastActiveAt, resumedAt }: SessionUse): boolean {
  const now = Date.now();
  if (signedInAt.getTime() < now - platformSeconds * 1000) return false;
  // A sign-in is stored in whole seconds.
  const afterPause = resumedAt === null || signedInAt.getTime() >= Math.floor(resumedAt.getTime() / 1000) * 1000;
  return afterPause && lastActiveAt.getTime() >= now - pauseSeconds * 1000;
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
  const { loginTs, amr, via } = (session?.payload ?? {}) as { loginTs?: number; amr?: string[]; via?: string };
  const fresh = loginTs !== undefined && loginTs >= Date.now() / 1000 - freshSeconds;
  const inUse =
    session !== null && loginTs !== undefined && isInUse({ ...session, signedInAt: new Date(loginTs * 1000) });
  return { open: session !== null, fresh, inUse, secondFactor: hasTwoFactors(amr), origin: originOfSession(via) };
}

const signInAgain = () =>
  new IdentityError(
    'REAUTHENTICATION_REQUIRED',
    'Sign in again to do this: your last sign-in was more than ten minutes ago.',
  );

const notInUse = () =>
  new IdentityError(
    'REAUTHENTICATION_REQUIRED',
    'Sign in again to use the platform: your session was not used for ten minutes, or is older than eight hours.',
  );
