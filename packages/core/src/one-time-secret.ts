import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a mailed link, and the hash that is kept of it. */
export function newOneTimeSecret(): { secret: string; secretHash: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, secretHash: hashOneTimeSecret(secret) };
}

/** What a secret is found by. */
export function hashOneTimeSecret(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(secret).digest());
}
