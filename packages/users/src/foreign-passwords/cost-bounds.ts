import { readStored } from './stored-form.js';

/** The bounds of the costs of a hash of another system. What is above them is refused: a check would stop the server. */
export const bounds = {
  bcryptCost: 14,
  pbkdf2Rounds: 5_000_000,
  /** N·r·p of scrypt. */
  scryptWork: 2 ** 21,
  /** Each repeats the work, and writes a block of its own: many of them take far longer than N·r·p says. */
  scryptLanes: 16,
  /** What scrypt allocates: 256 MiB of blocks, as Argon2 may, and up to 1 MiB to work with them. */
  scryptBytes: 257 * 2 ** 20,
  firebaseRounds: 8,
  firebaseMemCost: 14,
  argon2Kibibytes: 256 * 1024,
  argon2Passes: 10,
  /** Each lane is a thread. */
  argon2Lanes: 16,
  /** The logarithm of the rounds, which run on the event loop. WordPress uses 13. */
  phpassLog: 15,
} as const;

/** The three costs of scrypt. */
export interface ScryptCosts {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What OpenSSL allocates for scrypt. A large `r` needs much of it even if N is small. */
export const scryptBytesOf = ({ N, r, p }: ScryptCosts): number => 128 * r * (N + p + 2);

/** Logto's own parameters of Argon2: many passes over little memory. They are less work than the bounds allow. */
export const isLogto = (m: number, t: number, p: number): boolean => m === 4096 && t === 256 && p === 1;

const isScryptWithin = (costs: ScryptCosts): boolean =>
  costs.N * costs.r * costs.p <= bounds.scryptWork &&
  costs.p <= bounds.scryptLanes &&
  scryptBytesOf(costs) <= bounds.scryptBytes;

/** Whether the costs of a stored hash are within the bounds. A version with others may have stored it. */
export function isWithinBounds(stored: string): boolean {
  const { algorithm, parameters } = readStored(stored);
  const numbers = parameters.map(Number);
  const [first = 0, second = 0, third = 0] = numbers;
  if (algorithm === 'bcrypt') return first <= bounds.bcryptCost;
  if (algorithm === 'pbkdf2') return second <= bounds.pbkdf2Rounds;
  if (algorithm === 'scrypt') return isScryptWithin({ N: first, r: second, p: third });
  if (algorithm === 'firebase') return first <= bounds.firebaseRounds && second <= bounds.firebaseMemCost;
  if (algorithm === 'phpass') return first <= bounds.phpassLog;
  if (algorithm === 'ssha') return ['sha1', 'sha256', 'sha512'].includes(parameters[0] ?? '');
  const [, , m = 0, t = 0, p = 0] = numbers;
  const passes = t <= bounds.argon2Passes || isLogto(m, t, p);
  return algorithm === 'argon2' && m <= bounds.argon2Kibibytes && passes && p <= bounds.argon2Lanes;
}
