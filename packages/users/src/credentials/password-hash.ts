import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { createLimiter } from '../limits/concurrency.js';

// OWASP's minimum for Argon2id: 19 MiB, two passes, one lane.
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashing shares the cores and libuv's four threads with token signing: with more at once every token waits.
// And each that waits is somebody who waits: about five seconds for the last of these.
const limited = createLimiter(Math.min(2, availableParallelism()), { maxWaiting: 128, retryAfterSeconds: 5 });

/** Hashes a password with Argon2id, off the event loop. RATE_LIMITED when too many wait for their turn. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => argon2.hash(password, parameters));
}

/** Whether the password is the one that was hashed. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return limited(() => argon2.verify(hash, password));
}

/** Whether a hash was made with older parameters and should be made anew while the password is at hand. */
export function needsRehash(hash: string): boolean {
  return argon2.needsRehash(hash, parameters);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check and never succeeds: for addresses without an account or without a password. */
export async function verifyDecoy(password: string): Promise<false> {
  // Past the queue: it is made once, and a full queue must not be remembered in its place.
  decoy ??= argon2.hash(randomBytes(24).toString('base64'), parameters);
  await verifyPassword(await decoy, password);
  return false;
}
