import { type BinaryLike, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bounds, type ScryptCosts, scryptBytesOf } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { checkKey, checkSalt, decodeBase64, decodeHex, onlyParameters, readNumber, readPhc } from './read-hash.js';
import { bytesOf, type StoredForm, toStored } from './stored-form.js';

const maxWork = bounds.scryptWork;
const maxLog = 21;
/** The parameters of better-auth, which its hashes do not name. */
const betterAuth = { N: 16_384, r: 16, p: 1 };

/** The stored form of an scrypt hash: a PHC string, or `salt:key` of better-auth. */
export function storeScrypt(hash: string): string {
  return hash.startsWith('$') ? storePhc(hash) : storeBetterAuth(hash);
}

function storePhc(hash: string): string {
  const phc = readPhc(hash);
  if (phc.id !== 'scrypt') throw new ForeignHashError('This is not an scrypt hash.');
  onlyParameters(phc, ['ln', 'n', 'r', 'p']);
  const { ln, n, r, p } = phc.parameters;
  const costs = {
    N: ln === undefined ? readCost(n) : 2 ** readNumber(ln, { what: 'the cost of scrypt', max: maxLog }),
    r: readNumber(r, { what: 'the block size of scrypt', max: maxWork }),
    p: readNumber(p, { what: 'the parallelization of scrypt', max: bounds.scryptLanes }),
  };
  return store(costs, decodeBase64(phc.salt, 'salt'), decodeBase64(phc.hash, 'hash'));
}

/** `n` is written as the number itself or as its logarithm. No cost in use is as small as a logarithm. */
function readCost(text: string | undefined): number {
  const value = readNumber(text, { what: 'the cost of scrypt', max: maxWork });
  const cost = value <= maxLog ? 2 ** value : value;
  if (!Number.isInteger(Math.log2(cost))) throw new ForeignHashError('The cost of scrypt is not a power of two.');
  return cost;
}

function storeBetterAuth(hash: string): string {
  const [salt = '', key, ...more] = hash.split(':');
  if (key === undefined || more.length > 0) throw new ForeignHashError('This is not an scrypt hash.');
  decodeHex(salt, 'salt');
  // Its salt is the text of the digits, and it normalizes passwords.
  return store(betterAuth, Buffer.from(salt), decodeHex(key, 'hash'), 'nfkc');
}

function store({ N, r, p }: ScryptCosts, salt: Buffer, key: Buffer, ...notes: string[]): string {
  if (N * r * p > maxWork) throw new ForeignHashError(`N·r·p of scrypt may be ${maxWork} at most.`);
  if (scryptBytesOf({ N, r, p }) > bounds.scryptBytes)
    throw new ForeignHashError('The memory of scrypt may be 256 MiB at most.');
  checkSalt(salt);
  checkKey(key);
  return toStored(['scrypt', N, r, p], salt, key, ...notes);
}

/** Checks a password. */
export async function verifyScrypt({ parameters, parts: [salt, key, note] }: StoredForm, password: string) {
  const expected = bytesOf(key);
  const typed = note === 'nfkc' ? password.normalize('NFKC') : password;
  return timingSafeEqual(await deriveScrypt(typed, bytesOf(salt), expected.length, costsOf(parameters)), expected);
}

/** Does the work of a check. */
export async function imitateScrypt({ parameters }: StoredForm): Promise<void> {
  await deriveScrypt('imitated', 'salt', 64, costsOf(parameters));
}

const costsOf = ([N, r, p]: readonly string[]): ScryptCosts => ({ N: Number(N), r: Number(r), p: Number(p) });

const derive = promisify<BinaryLike, BinaryLike, number, ScryptCosts & { maxmem: number }, Buffer>(scrypt);

/** Derives a key, off the event loop. */
export function deriveScrypt(password: string, salt: BinaryLike, length: number, costs: ScryptCosts) {
  // The default limit of 32 MiB is less than many systems use.
  return derive(password, salt, length, { ...costs, maxmem: scryptBytesOf(costs) + 1024 });
}
