import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createKeyedSemaphore, rateLimited } from '@org/identity-core';
import argon2 from 'argon2';

// OWASP's minimum for Argon2id: 19 MiB, two passes, one lane.
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashing shares the cores and libuv's four threads with token signing: more hashes at once would delay every token.
// The last waiter in a full queue waits about five seconds.
const hashes = createKeyedSemaphore({
  atOnce: Math.min(2, availableParallelism()),
  maxWaiting: 128,
  refusal: () => rateLimited(5),
});

/** Hashes a password with Argon2id, off the event loop. Throws RATE_LIMITED if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return hashes.run('all', () => argon2.hash(password, parameters));
}

/** Whether the password matches the hash. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return hashes.run('all', () => argon2.verify(hash, password));
}

/** Whether a hash was made with older parameters and should be replaced while the password is known. */
export function needsRehash(hash: string): boolean {
  return argon2.needsRehash(hash, parameters);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check and never succeeds: for emails without an account or without a password. */
export async function verifyDecoy(password: string): Promise<false> {
  // Not through the queue: the decoy is made once, and a RATE_LIMITED error must not be stored in its place.
  decoy ??= argon2.hash(randomBytes(24).toString('base64'), parameters);
  await verifyPassword(await decoy, password);
  return false;
}
