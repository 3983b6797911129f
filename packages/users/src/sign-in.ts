import type { Database } from '@org/identity-prisma';
import { createKeyedQueue } from './concurrency.js';
import { normalizeEmail } from './normalize-email.js';
import { hashPassword, needsRehash, verifyDecoy, verifyPassword } from './password-hash.js';
import type { Attempt, SignInLimiter } from './sign-in-limits.js';

export interface SignInInput {
  email: string;
  password: string;
  ip: string;
}

// A try is counted before its password is looked at. In turn, so that many right ones at once, each
// counted for a moment, are not taken for many wrong ones.
const inTurn = createKeyedQueue();

/** Checks email and password. Every refusal looks alike: unknown address, wrong password, too many tries. */
export function signIn(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<{ userId: string } | undefined> {
  const attempt = { email: normalizeEmail(input.email), ip: input.ip };
  return inTurn(`${attempt.ip} ${attempt.email}`, () => check(db, limiter, attempt, input.password));
}

async function check(
  db: Database,
  limiter: SignInLimiter,
  attempt: Attempt,
  password: string,
): Promise<{ userId: string } | undefined> {
  if ((await limiter.begin(attempt)) === 'wait') return undefined;

  const user = await db.user.findUnique({
    where: { normalizedEmail: attempt.email, deletedAt: null },
    select: { id: true, passwordHash: true },
  });
  const matches = user?.passwordHash ? await verifyPassword(user.passwordHash, password) : await verifyDecoy(password);
  if (!user?.passwordHash || !matches) return undefined;

  await limiter.succeed(attempt);
  if (needsRehash(user.passwordHash)) await rehash(db, user.id, user.passwordHash, password);
  return { userId: user.id };
}

async function rehash(db: Database, id: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // Only if it is still the hash we checked: a password changed meanwhile must not come back.
  await db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } });
}
