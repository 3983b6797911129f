import { type FailedSignIn, isIdentityError, networkOf } from '@org/identity-core';
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
  /** The browser, if its cookie says that it is known to some accounts. */
  browser?: KnownBrowser | undefined;
}

export interface ProvenAccount {
  userId: string;
  /** Read before the password is checked: if the password changes in the meantime, this sign-in is outdated. */
  epoch: number;
}

// Attempts are counted before the password is checked. Attempts with the same key run one after the other: otherwise
// many correct passwords at once, each counted for a moment, could look like many wrong ones.
const inTurn = createKeyedQueue();

/** The owner of the password. `waitingUntil` is set if the account waits to be erased. */
export interface PasswordOwner extends ProvenAccount {
  waitingUntil: Date | null;
}

/** The result of an attempt. */
export type PasswordAttempt =
  | { readonly owner: PasswordOwner }
  /** Why it failed is only for the audit trail: the user gets the same response in all cases. */
  | { readonly wrong: FailedSignIn }
  | Waiting;

/** Too many attempts with this email, with or without an account: no password is checked for that many seconds. */
interface Waiting {
  readonly waitSeconds: number;
}

/** Checks email and password. Returns undefined in all other cases: unknown email, wrong password, too many attempts, a deleted or disabled account. */
export async function signIn(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<ProvenAccount | undefined> {
  const attempt = await provePassword(db, limiter, input);
  return typeof attempt === 'object' && 'userId' in attempt ? attempt : undefined;
}

/**
 * The same for pages: the result says how long to wait after too many attempts. A wrong password, an unknown email and an
 * account without a password all give 'wrong'.
 */
export async function provePassword(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<ProvenAccount | 'wrong' | Waiting> {
  const attempt = await tryPassword(db, limiter, input);
  if ('wrong' in attempt) return 'wrong';
  if ('waitSeconds' in attempt) return attempt;
  const { userId, epoch, waitingUntil } = attempt.owner;
  return waitingUntil === null ? { userId, epoch } : 'wrong';
}

/** The same, but also returns an account that waits to be erased. Only for callers that can offer to keep it. */
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
    // After `eraseAt` the account counts as erased, even if the job has not run yet.
    where: { normalizedEmail: email, OR: [{ deletedAt: null }, { eraseAt: { gt: new Date() } }] },
    select: { id: true, passwordHash: true, eraseAt: true, signInEpoch: true, disabledAt: true },
  });
  const attempt: Attempt = { email, ip, browser: browserKeyOf(browser, user) };
  if ((await limiter.begin(attempt)) === 'wait') return { waitSeconds: await limiter.secondsLeft(attempt) };
  const matches = await verify(user?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await limiter.takeBack(attempt);
    throw error;
  });
  // A disabled account is refused only here, so that it takes as long as a wrong password.
  if (!user?.passwordHash || !matches || user.disabledAt) return { wrong: failureOf(user, matches) };

  await limiter.succeed(attempt);
  if (needsRehash(user.passwordHash)) await rehash(db, user.id, user.passwordHash, password).catch(unlessBusy);
  return { owner: { userId: user.id, epoch: user.signInEpoch, waitingUntil: user.eraseAt } };
}

function failureOf(user: { id: string } | null, matches: boolean): FailedSignIn {
  if (!user) return { userId: null, reason: 'unknown_account' };
  return { userId: user.id, reason: matches ? 'account_refused' : 'wrong_password' };
}

/** If the queue is full, the next sign-in makes the new hash. */
function unlessBusy(error: unknown): void {
  if (!isIdentityError(error) || error.code !== 'RATE_LIMITED') throw error;
}

function verify(passwordHash: string | null, password: string): Promise<boolean> {
  return passwordHash ? verifyPassword(passwordHash, password) : verifyDecoy(password);
}

async function rehash(db: Database, id: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // Only if the hash is still the one we checked: a password that was changed meanwhile must not be restored.
  await db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } });
}
