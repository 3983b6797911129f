import { isIdentityError, networkOf } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/normalize-email.js';
import { createKeyedQueue } from '../limits/concurrency.js';
import { browserKeyOf, type KnownBrowser } from './known-browser.js';
import { hashPassword, needsRehash, verifyDecoy, verifyPassword } from './password-hash.js';
import type { Attempt, SignInLimiter } from './sign-in-limits.js';

export interface SignInInput {
  email: string;
  password: string;
  ip: string;
  /** The browser, where it has the cookie of one that is known to some accounts. */
  browser?: KnownBrowser | undefined;
}

export interface ProvenAccount {
  userId: string;
  /** Read before the password was looked at: a password that changes meanwhile makes this sign-in stale. */
  epoch: number;
}

// A try is counted before its password is looked at. In turn, so that many right ones at once, each
// counted for a moment, are not taken for many wrong ones.
const inTurn = createKeyedQueue();

/** Whose password it was; an account that waits to be erased says until when. */
export interface PasswordOwner extends ProvenAccount {
  waitingUntil: Date | null;
}

/** What came of a try. Wrong password, unknown email and an account without a password look alike. */
export type PasswordAttempt =
  | { readonly owner: PasswordOwner }
  | 'wrong'
  /** Too many tries with this email, whether or not it has an account: none is checked for that many seconds. */
  | { readonly waitSeconds: number };

/** Checks email and password. Returns undefined for every refusal: unknown email, wrong password, too many tries, an account that waits or is disabled. */
export async function signIn(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<ProvenAccount | undefined> {
  const attempt = await provePassword(db, limiter, input);
  return typeof attempt === 'object' && 'userId' in attempt ? attempt : undefined;
}

/** The same, for pages: it says how long to wait after too many tries. */
export async function provePassword(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<ProvenAccount | Exclude<PasswordAttempt, { owner: PasswordOwner }>> {
  const attempt = await tryPassword(db, limiter, input);
  if (typeof attempt !== 'object' || !('owner' in attempt)) return attempt;
  const { userId, epoch, waitingUntil } = attempt.owner;
  return waitingUntil === null ? { userId, epoch } : 'wrong';
}

/** The same, but an account that waits to be erased is returned, too. Only for a caller that may offer to keep it. */
export function tryPassword(db: Database, limiter: SignInLimiter, input: SignInInput): Promise<PasswordAttempt> {
  const email = normalizeEmail(input.email);
  return inTurn(`${input.browser?.id ?? networkOf(input.ip)} ${email}`, () => check(db, limiter, { ...input, email }));
}

async function check(
  db: Database,
  limiter: SignInLimiter,
  { email, ip, browser, password }: SignInInput,
): Promise<PasswordAttempt> {
  const user = await db.user.findUnique({
    // Past its time an account is as good as erased, whenever the job comes.
    where: { normalizedEmail: email, OR: [{ deletedAt: null }, { eraseAt: { gt: new Date() } }] },
    select: { id: true, passwordHash: true, eraseAt: true, signInEpoch: true, disabledAt: true },
  });
  const attempt: Attempt = { email, ip, browser: browserKeyOf(browser, user) };
  if ((await limiter.begin(attempt)) === 'wait') return { waitSeconds: await limiter.secondsLeft(attempt) };
  const matches = await verify(user?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await limiter.takeBack(attempt);
    throw error;
  });
  // A disabled account is refused here, after the same work as for a wrong password.
  if (!user?.passwordHash || !matches || user.disabledAt) return 'wrong';

  await limiter.succeed(attempt);
  if (needsRehash(user.passwordHash)) await rehash(db, user.id, user.passwordHash, password).catch(unlessBusy);
  return { owner: { userId: user.id, epoch: user.signInEpoch, waitingUntil: user.eraseAt } };
}

/** Where too many wait, it is made anew with the next sign-in. */
function unlessBusy(error: unknown): void {
  if (!isIdentityError(error) || error.code !== 'RATE_LIMITED') throw error;
}

function verify(passwordHash: string | null, password: string): Promise<boolean> {
  return passwordHash ? verifyPassword(passwordHash, password) : verifyDecoy(password);
}

async function rehash(db: Database, id: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // Only if it is still the hash we checked: a password changed meanwhile must not come back.
  await db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } });
}
