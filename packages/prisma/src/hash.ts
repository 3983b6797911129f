import { hash } from 'node:crypto';

/** What is stored in place of a token, code or cookie value: a copy of the table opens nothing. */
export function hashId(id: string): Buffer {
  // Node makes the text in a third of the time that it takes for the bytes.
  return Buffer.from(hash('sha256', id, 'hex'), 'hex');
}

/** PostgreSQL's text cannot hold U+0000, so nothing can be stored under such a key. */
export function isStorable(key: string): boolean {
  return !key.includes('\u0000');
}
