import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createKeyedSemaphore, rateLimited } from '@org/identity-core';
import argon2 from 'argon2';
import { ownParameters as parameters } from '../foreign-passwords/own-parameters.js';
import { isForeignHash } from '../foreign-passwords/stored-hash.js';
import { imitateKind, verifyForeign } from '../foreign-passwords/verify-foreign.js';

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
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  return (await timePassword(hash, password)).matches;
}

/** A check of a password, and how long it has worked without the time in the queue. */
export interface TimedCheck {
  readonly matches: boolean;
  readonly milliseconds: number;
}

/** The same, with the time. */
export function timePassword(hash: string, password: string): Promise<TimedCheck> {
  return hashes.run('all', async () => {
    const started = performance.now();
    const matches = await (isForeignHash(hash) ? verifyForeign(hash, password) : argon2.verify(hash, password));
    return { matches, milliseconds: performance.now() - started };
  });
}

/** Does the work of a check of this kind in the queue and returns how long it took. Undefined is our own kind. */
export async function timeKind(kind: string | undefined): Promise<number> {
  if (kind === undefined) return (await timePassword(await ownDecoy(), 'imitated')).milliseconds;
  return hashes.run('all', async () => {
    const started = performance.now();
    await imitateKind(kind);
    return performance.now() - started;
  });
}

/** Whether a hash is of another system or of older parameters, and should be replaced while the password is known. */
export function needsRehash(hash: string): boolean {
  return isForeignHash(hash) || argon2.needsRehash(hash, parameters);
}

let decoy: Promise<string> | undefined;

function ownDecoy(): Promise<string> {
  // Not through the queue: the decoy is made once, and a RATE_LIMITED error must not be stored in its place.
  decoy ??= argon2.hash(randomBytes(24).toString('base64'), parameters);
  return decoy;
}

/** Takes as long as a real check and never succeeds: for emails without an account or without a password. */
export async function timeDecoy(password: string): Promise<TimedCheck> {
  return { ...(await timePassword(await ownDecoy(), password)), matches: false };
}

/** The same, without the time. */
export async function verifyDecoy(password: string): Promise<false> {
  await timeDecoy(password);
  return false;
}
