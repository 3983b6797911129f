import type { Attempt, SignInLimiter } from '../../src/credentials/sign-in-limits.js';

/** Makes an attempt whose password is wrong, or right. Returns whether it was compared. */
export async function tryAt(limiter: SignInLimiter, from: Attempt, right = false): Promise<'allowed' | 'wait'> {
  const compare = () => Promise.resolve({ right, result: true });
  const outcome = await limiter.attempt(from, () => Promise.resolve({ compare }));
  return 'waitSeconds' in outcome ? 'wait' : 'allowed';
}
