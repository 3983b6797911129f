import argon2 from 'argon2';

/** Parameters below these are refused by Argon2. */
const least = { memoryCost: 8, timeCost: 2 };
const { hash, needsRehash } = argon2;
type Parameters = Partial<typeof least> & Record<string, unknown>;

/** A thousandth of the memory, so that parameters which differ still do. */
const shrink = (options: Parameters = {}): Parameters => ({
  ...options,
  memoryCost: Math.max(least.memoryCost, Math.round((options.memoryCost ?? 0) / 1024)),
});

/**
 * From now on this thread hashes passwords with little memory, for tests whose subject is not the hash: one takes 40 ms of
 * CPU otherwise, and a sign-in needs one. It changes the library that the tests share and nothing of the product, which
 * therefore has no option for weak hashes.
 */
export function useQuickHashes(): void {
  Object.assign(argon2, {
    hash: (password: string, options?: Parameters) => hash(password, shrink(options)),
    needsRehash: (digest: string, options?: Parameters) => needsRehash(digest, shrink(options)),
  });
}
