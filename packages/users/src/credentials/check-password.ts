import { type FailedSignIn, IdentityError, isIdentityError } from '@org/identity-core';
import { type Database, type IdentityPluginHost, lookUp, runBatched } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { isWithinBounds } from '../foreign-passwords/cost-bounds.js';
import { isForeignHash, kindOf } from '../foreign-passwords/stored-hash.js';
import { findForeignClasses, someForeignKind } from './foreign-kinds.js';
import { browserKeyOf, type KnownBrowser, markOf } from './known-browser.js';
import { hashPassword, needsRehash, timeDecoy, timePassword } from './password-hash.js';
import { sameTime } from './same-time.js';
import type { SignInLimiter, Waiting } from './sign-in-limits.js';

/** Whether the person has an account from now on. It never throws because of the other system. */
export type Migrate = (typed: { readonly email: string; readonly password: string }) => Promise<boolean>;

export interface SignInInput {
  email: string;
  password: string;
  ip: string;
  /** The browser, if its cookie says that it is known to some accounts. */
  browser?: KnownBrowser | undefined;
  /** Asks another system for an unknown user. Returns whether the email has an account from now on. */
  migrate?: Migrate | undefined;
}

interface ProvenAccount {
  userId: string;
  /** Read before the password is checked: if the password changes in the meantime, this sign-in is outdated. */
  epoch: number;
}

/** The owner of the password. `waitingUntil` is set if the account waits to be erased. */
interface PasswordOwner extends ProvenAccount {
  waitingUntil: Date | null;
  /** Identifies the password for `knownBrowserCookies`; undefined if its hash is being replaced. */
  mark: string | undefined;
  /** The email was imported without a proof: the sign-in has to prove it. */
  emailToProve: boolean;
}

/** The result of an attempt. */
type PasswordAttempt =
  | { readonly owner: PasswordOwner }
  /** Why it failed is only for the audit trail: the user gets the same response in all cases. */
  | { readonly wrong: FailedSignIn }
  | Waiting;

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
export async function tryPassword(
  db: Database,
  limiter: SignInLimiter,
  { email: typed, ip, browser, password, migrate }: SignInInput,
): Promise<PasswordAttempt> {
  const email = normalizeEmail(typed);
  const outcome = await limiter.attempt({ email, ip, browser: browser?.id }, async (pool) => {
    const found = await findUser(pool, email);
    return {
      browser: browserKeyOf(browser, found.user),
      compare: async () => {
        // Here, because an attempt at an unknown user counts like any other.
        const isNew = found.user === null && (await migrate?.({ email: typed, password })) === true;
        return compare(pool, isNew ? await findUser(pool, email) : found, password);
      },
    };
  });
  if ('waitSeconds' in outcome) return outcome;
  if ('wrong' in outcome.result) return outcome.result;
  const { id, passwordHash, signInEpoch, eraseAt, emailToProve } = outcome.result;
  const outdated = needsRehash(passwordHash);
  if (outdated) await rehash(db, id, passwordHash, password).catch(unlessBusy);
  const mark = outdated ? undefined : markOf(passwordHash);
  return { owner: { userId: id, epoch: signInEpoch, waitingUntil: eraseAt, mark, emailToProve } };
}

interface User {
  id: string;
  passwordHash: string | null;
  eraseAt: Date | null;
  signInEpoch: number;
  disabledAt: Date | null;
  emailToProve: boolean;
}

interface Found {
  user: User | null;
  /** Whether the deployment has hashes of other systems. */
  hasForeign: boolean;
}

// After `erase_at` the account counts as erased, even if the job has not run yet. There is a row for every email: an unknown
// one has to take as long as the others.
const byEmail = lookUp(
  'user_by_email',
  ['text'],
  `SELECT id, password_hash AS "passwordHash", erase_at AS "eraseAt", sign_in_epoch AS "signInEpoch",
     disabled_at AS "disabledAt", email_to_prove AND NOT email_verified AS "emailToProve",
     ${someForeignKind} IS NOT NULL AS "hasForeign"
   FROM (VALUES ($1)) typed(email) LEFT JOIN identity.users
   ON normalized_email = typed.email AND (deleted_at IS NULL OR erase_at > now())`,
);

async function findUser(pool: IdentityPluginHost['pool'], normalizedEmail: string): Promise<Found> {
  const row = await runBatched<(User | { id: null }) & { hasForeign: boolean }>(pool, byEmail, [normalizedEmail]);
  return { user: row && row.id !== null ? row : null, hasForeign: row?.hasForeign === true };
}

type Compared = (User & { passwordHash: string }) | { wrong: FailedSignIn };

async function compare(
  pool: IdentityPluginHost['pool'],
  { user, hasForeign }: Found,
  password: string,
): Promise<{ right: boolean; result: Compared }> {
  const hash = usableHash(user);
  const { matches, milliseconds } = await (hash === null ? timeDecoy(password) : timePassword(hash, password));
  // A disabled account is refused only here, so that it takes as long as a wrong password.
  if (user && hash !== null && matches && !user.disabledAt)
    return { right: true, result: { ...user, passwordHash: hash } };
  if (hasForeign) await sameTime.wait({ kind: kindOf(hash), milliseconds }, await findForeignClasses(pool));
  return { right: false, result: { wrong: failureOf(user, matches) } };
}

/** A hash that would cost too much to check counts as none. `measureClasses` logs that there are such hashes. */
function usableHash(user: User | null): string | null {
  const hash = user?.passwordHash ?? null;
  return hash === null || !isForeignHash(hash) || isWithinBounds(hash) ? hash : null;
}

function failureOf(user: { id: string } | null, matches: boolean): FailedSignIn {
  if (!user) return { userId: null, reason: 'unknown_account' };
  return { userId: user.id, reason: matches ? 'account_refused' : 'wrong_password' };
}

/** If the queue is full, the next sign-in makes the new hash. */
function unlessBusy(error: unknown): void {
  if (!isIdentityError(error) || error.code !== 'RATE_LIMITED') throw error;
}

async function rehash(db: Database, id: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // Only if the hash is still the one we checked: a password that was changed meanwhile must not be restored.
  await db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } });
}

type Attempt = Awaited<ReturnType<typeof provePassword>>;

/** The error for a wrong current password. The API's response is the same during a wait; pages say how long it takes. */
export function wrongPassword(
  attempt: Attempt | undefined,
  message = 'That is not your password, or there were too many attempts.',
  reason?: string,
): IdentityError {
  const waits = typeof attempt === 'object' && 'waitSeconds' in attempt ? attempt : {};
  return new IdentityError('CURRENT_PASSWORD_INCORRECT', message, { ...(reason ? { reason } : {}), ...waits });
}

/** Whether the attempt proved the password of this user. */
export function isCorrect(attempt: Attempt | undefined, userId: string): boolean {
  return typeof attempt === 'object' && 'userId' in attempt && attempt.userId === userId;
}
