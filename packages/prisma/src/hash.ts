import { hash } from 'node:crypto';

/** Returns the hash that is stored instead of a token, code or cookie value. A stolen table gives no access. */
export function hashId(id: string): Buffer {
  // Node.js returns the hash as hex in a third of the time that it needs for a Buffer.
  return Buffer.from(hash('sha256', id, 'hex'), 'hex');
}

/** Whether PostgreSQL can store a key as text: it cannot contain U+0000. */
export function isStorable(key: string): boolean {
  return !key.includes('\u0000');
}
