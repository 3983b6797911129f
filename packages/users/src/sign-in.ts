import type { Database } from '@org/identity-prisma';
import { normalizeEmail } from './normalize-email.js';
import { hashPassword, needsRehash, verifyDecoy, verifyPassword } from './password-hash.js';
import type { SignInLimiter } from './sign-in-limits.js';

export interface SignInInput {
  email: string;
  password: string;
  ip: string;
}

/** Checks email and password. Every refusal looks alike: unknown address, wrong password, too many tries. */
export async function signIn(
  db: Database,
  limiter: SignInLimiter,
  input: SignInInput,
): Promise<{ userId: string } | undefined> {
  const attempt = { email: normalizeEmail(input.email), ip: input.ip };
  if ((await limiter.begin(attempt)) === 'wait') return undefined;

  const user = await db.user.findUnique({
    where: { normalizedEmail: attempt.email, deletedAt: null },
    select: { id: true, passwordHash: true },
  });
  const matches = user?.passwordHash
    ? await verifyPassword(user.passwordHash, input.password)
    : await verifyDecoy(input.password);
  if (!user?.passwordHash || !matches) return undefined;

  await limiter.succeed(attempt);
  if (needsRehash(user.passwordHash)) await rehash(db, user.id, user.passwordHash, input.password);
  return { userId: user.id };
}

async function rehash(db: Database, id: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  // Only if it is still the hash we checked: a password changed meanwhile must not come back.
  await db.user.updateMany({ where: { id, passwordHash: oldHash }, data: { passwordHash } });
}
