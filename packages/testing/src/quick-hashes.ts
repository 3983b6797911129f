import argon2 from 'argon2';

/** The minimum parameters of Argon2. */
const minimum = { memoryCost: 8, timeCost: 2 };
const { hash, needsRehash } = argon2;
type Parameters = Partial<typeof minimum> & Record<string, unknown>;

/** A thousandth of the memory, so that different parameters stay different. */
const shrink = (options: Parameters = {}): Parameters => ({
  ...options,
  memoryCost: Math.max(minimum.memoryCost, Math.round((options.memoryCost ?? 0) / 1024)),
});

/**
 * Makes this thread hash passwords with little memory, for tests that are not about hashing. A normal hash takes 40 ms of
 * CPU, and every sign-in needs one. This patches the argon2 package in the tests, so the product needs no option for weak
 * hashes.
 */
export function useQuickHashes(): void {
  Object.assign(argon2, {
    hash: (password: string, options?: Parameters) => hash(password, shrink(options)),
    needsRehash: (digest: string, options?: Parameters) => needsRehash(digest, shrink(options)),
  });
}
