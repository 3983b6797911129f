import type { Transaction } from '@org/identity-prisma';
import { derivedKey } from './derived-key.js';
import type { KeyRow } from './key-rows.js';
import { type KeyAlgorithm, type NewSigningKey, newSigningKey, storedForm } from './new-signing-key.js';
import type { Secrets } from './secrets.js';
import type { SigningKey } from './signing-key.js';

/** Returns the published RSA keys that have no key of this algorithm yet. Returns none for RS256. */
export function keysWithout(algorithm: KeyAlgorithm, signing: readonly SigningKey[]): SigningKey[] {
  if (algorithm === 'RS256') return [];
  const present = new Set(signing.filter((key) => key.algorithm === algorithm).map(({ signingKid }) => signingKid));
  return signing.filter((key) => key.algorithm === 'RS256' && !present.has(key.kid));
}

/** Creates a key of this algorithm for each published RSA key that has none. The caller holds the lock of the keys. */
export async function addMissingKeys(
  tx: Transaction,
  { secret, algorithm, signing }: { secret: Secrets; algorithm: KeyAlgorithm; signing: readonly SigningKey[] },
): Promise<void> {
  for (const key of keysWithout(algorithm, signing)) {
    const added = key.derivesKeys
      ? await storedForm(secret, algorithm, derivedKey(key.privateJwk, algorithm))
      : await newSigningKey(secret, algorithm);
    await addAccessTokenKey(tx, key.kid, added);
  }
}

/** Creates a key for each other algorithm of the previous keys, so that they are announced together with the new RSA key. */
export async function addSameAlgorithms(
  tx: Transaction,
  { secret, signingKid, before }: { secret: Secrets; signingKid: string; before: readonly KeyRow[] },
): Promise<void> {
  const others = before.filter((key) => key.kid !== key.signingKid).map(({ algorithm }) => algorithm);
  for (const algorithm of new Set(others))
    await addAccessTokenKey(tx, signingKid, await newSigningKey(secret, algorithm as KeyAlgorithm));
}

async function addAccessTokenKey(tx: Transaction, signingKid: string, key: NewSigningKey): Promise<void> {
  const { kid, algorithm, publicJwk, encryptedPrivateJwk } = key;
  await tx.accessTokenKey.create({
    // A cast, because the published type allows undefined members. This value has none.
    data: { kid, signingKid, algorithm, publicJwk: publicJwk as Record<string, string>, encryptedPrivateJwk },
  });
}
