import { createHash } from 'node:crypto';

/** What is stored in place of a token, code or cookie value: a copy of the table opens nothing. */
export function hashId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** PostgreSQL's text cannot hold U+0000, so nothing can be stored under such a key. */
export function isStorable(key: string): boolean {
  return !key.includes('\u0000');
}
