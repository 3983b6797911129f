import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** As long as a person may look for their phone. */
const challengeMinutes = 10;

/** Something new to sign, good for one place: a sign-in, or a session of the account page. */
export async function newChallenge(
  db: Database,
  { place, userId }: { place: string; userId?: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { secret } = newOneTimeSecret();
  const challenge = Buffer.from(secret, 'base64url');
  const expiresAt = new Date(Date.now() + challengeMinutes * 60 * 1000);
  const challengeHash = hashOneTimeSecret(secret);
  await db.passkeyChallenge.create({ data: { challengeHash, place, userId: userId ?? null, expiresAt } });
  return Uint8Array.from(challenge);
}

/** Uses a challenge up; false when it was made for another place or person, used before, or is too old. */
export async function useChallenge(
  db: Database,
  challenge: string,
  { place, userId }: { place: string; userId?: string },
): Promise<boolean> {
  const { count } = await db.passkeyChallenge.deleteMany({
    where: {
      challengeHash: hashOneTimeSecret(challenge),
      place,
      userId: userId ?? null,
      expiresAt: { gt: new Date() },
    },
  });
  return count === 1;
}
