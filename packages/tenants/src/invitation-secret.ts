import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a mailed link, and the hash that is kept of it. */
export function newInvitationSecret(): { secret: string; secretHash: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, secretHash: hashSecret(secret) };
}

/** What a secret is found by. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(secret).digest());
}
