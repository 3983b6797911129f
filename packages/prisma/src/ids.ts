import { hash, randomBytes, randomInt } from 'node:crypto';

/** Returns the hash that is stored instead of a token, code or cookie value. A stolen table gives no access. */
export function hashId(id: string): Buffer {
  // Node.js returns the hash as hex in a third of the time that it needs for a Buffer.
  return Buffer.from(hash('sha256', id, 'hex'), 'hex');
}

/** Whether PostgreSQL can store a key as text: it cannot contain U+0000. */
export function isStorable(key: string): boolean {
  return !key.includes('\u0000');
}

let last = 0;
let count = 0;

/**
 * Creates a UUID of version 7 (RFC 9562), of now or of a given time. They sort by their times. Those of now also sort within
 * a millisecond, in one process: the twelve bits behind the time count (method 1 of the RFC).
 */
export function uuidV7(at?: number): string {
  if (at !== undefined) return format(at, randomInt(0x1000));
  const now = Date.now();
  // The ids keep increasing if the clock goes back.
  if (now > last) {
    last = now;
    // Half of the room is left for more ids of the same millisecond.
    count = randomInt(0x800);
  } else if (count === 0xfff) {
    last += 1;
    count = 0;
  } else {
    count += 1;
  }
  return format(last, count);
}

function format(milliseconds: number, counted: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt16BE(0x7000 | counted, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
