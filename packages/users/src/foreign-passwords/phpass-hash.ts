import { createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { bounds } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { readNumber } from './read-hash.js';
import { bytesOf, type StoredForm, toStored } from './stored-form.js';

const form = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/u;
const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** MD5 does not leave the event loop, so other requests get their turn after some of the rounds. */
const roundsAtOnce = 256;

/** The stored form of a hash of phpass, which WordPress and phpBB use: `$P$` or `$H$`, the rounds, a salt and an MD5. */
export function storePhpass(hash: string): string {
  const [, log, salt, key] = form.exec(hash) ?? [];
  if (log === undefined || salt === undefined || key === undefined)
    throw new ForeignHashError('This is not a hash of phpass.');
  const exponent = readNumber(alphabet.indexOf(log), { what: 'the rounds of phpass', min: 7, max: bounds.phpassLog });
  return toStored(['phpass', String(exponent).padStart(2, '0')], Buffer.from(salt), decode(key));
}

/** The inverse of `storePhpass`, for an export. */
export function phpassOf({ parameters: [log], parts: [salt, key] }: StoredForm): string {
  return `$P$${alphabet.charAt(Number(log))}${bytesOf(salt)}${encode(bytesOf(key))}`;
}

/**
 * phpass hashes the password in every round, so a long one takes longer, which would tell who has such a hash. With this many
 * bytes, MD5 reads two blocks in a round.
 */
const maxBytes = 100;

/** Checks a password. A longer one is refused after the same work: its user resets it. */
export async function verifyPhpass(stored: StoredForm, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > maxBytes) {
    await imitatePhpass(stored);
    return false;
  }
  const { parameters, parts } = stored;
  const [salt, key] = parts;
  return timingSafeEqual(await derive(password, bytesOf(salt), Number(parameters[0])), bytesOf(key));
}

/** Does the work of a check. */
export async function imitatePhpass({ parameters: [log] }: StoredForm): Promise<void> {
  await derive('imitated', Buffer.from('saltsalt'), Number(log));
}

async function derive(password: string, salt: Buffer, log: number): Promise<Buffer> {
  const bytes = Buffer.from(password);
  const md5 = (before: Buffer) => createHash('md5').update(before).update(bytes).digest();
  let hash = md5(salt);
  for (let round = 0; round < 2 ** log; round += 1) {
    if (round % roundsAtOnce === 0) await setImmediate();
    hash = md5(hash);
  }
  return hash;
}

/** The base64 of phpass: groups of three bytes, the lowest bits first. */
function encode(bytes: Buffer): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 3) {
    const group = bytes.subarray(from, from + 3);
    const value = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    for (let letter = 0; letter <= group.length; letter += 1)
      text += alphabet.charAt(Math.floor(value / 64 ** letter) % 64);
  }
  return text;
}

function decode(text: string): Buffer {
  const bytes: number[] = [];
  for (let from = 0; from < text.length; from += 4) {
    const group = [...text.slice(from, from + 4)];
    const value = group.reduce((sum, letter, index) => sum + alphabet.indexOf(letter) * 64 ** index, 0);
    for (let byte = 0; byte < group.length - 1; byte += 1) bytes.push(Math.floor(value / 256 ** byte) % 256);
  }
  return Buffer.from(bytes);
}
