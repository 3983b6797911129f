import { randomBytes } from 'node:crypto';
import { hashOneTimeSecret } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

/** Where a challenge is valid: in a sign-in, or in a session of the account page; for one user, if the user is known. */
export interface ChallengePurpose {
  readonly purpose: string;
  readonly userId?: string;
}

/** As long as a sign-in page may be open. */
const challengeMinutes = 60;
/** A used challenge is stored for longer than it is valid, in case the clocks of two servers differ. */
const graceMinutes = 10;
const minutes = (count: number) => count * 60 * 1000;

const sealedFor = ({ purpose, userId }: ChallengePurpose) => `passkey-challenge:${purpose}:${userId ?? ''}`;

/**
 * Creates a challenge that is valid for one purpose. Nothing is stored, because every view of the sign-in page needs one: the
 * encryption proves that it is ours, for which purpose, and until when.
 */
export function newChallenge(vault: Vault, where: ChallengePurpose): string {
  const plain = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
  plain.writeDoubleBE(Date.now() + minutes(challengeMinutes));
  return Buffer.from(vault.seal(sealedFor(where), plain)).toString('base64url');
}

/** Whether a challenge was made for this purpose and has not expired. It may have been used: `useChallenge` decides that. */
export function isChallenge(vault: Vault, challenge: string, where: ChallengePurpose, now = Date.now()): boolean {
  try {
    const plain = Buffer.from(vault.open(sealedFor(where), Buffer.from(challenge, 'base64url')));
    return plain.readDoubleBE() > now;
  } catch {
    return false;
  }
}

/**
 * Uses up a challenge whose signature was valid. Returns false if it was used before. Only used challenges are stored, so
 * their number is limited by how often users sign in with passkeys.
 */
export async function useChallenge(
  db: Database,
  challenge: string,
  { purpose, userId }: Required<ChallengePurpose>,
): Promise<boolean> {
  const expiresAt = new Date(Date.now() + minutes(challengeMinutes + graceMinutes));
  // The bytes, not the text: some bytes have more than one base64url text.
  const challengeHash = hashOneTimeSecret(Buffer.from(challenge, 'base64url').toString('base64url'));
  const { count } = await db.passkeyChallenge.createMany({
    data: [{ challengeHash, place: `used ${purpose}`, userId, expiresAt }],
    skipDuplicates: true,
  });
  return count === 1;
}
