import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a mailed link, and its hash, which is what the database stores. */
export function newOneTimeSecret(): { secret: string; secretHash: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, secretHash: hashOneTimeSecret(secret) };
}

/** The hash by which a secret is looked up. */
export function hashOneTimeSecret(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(secret).digest());
}
