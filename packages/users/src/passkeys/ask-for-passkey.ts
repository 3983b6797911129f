import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { type ChallengePlace, newChallenge } from './challenges.js';
import { relyingParty } from './relying-party.js';

type Services = Pick<IdentityPluginHost, 'issuer' | 'vault'>;

/** Time to find a phone and scan a QR code with it. */
const fiveMinutes = 5 * 60 * 1000;

/**
 * What the browser needs to use a passkey: any of this site for a whole sign-in, or one of a known person's. The device
 * has to verify the person (by PIN, finger or face), so that it stands for two factors. Reads and writes no table.
 */
export function askForPasskey(
  { issuer, vault }: Services,
  { known = [], ...where }: ChallengePlace & { known?: readonly string[] },
): string {
  return JSON.stringify({
    challenge: newChallenge(vault, where),
    rpId: relyingParty(issuer).rpID,
    userVerification: 'required',
    timeout: fiveMinutes,
    // Without transports: the browser then offers a phone that is near, too.
    allowCredentials: known.map((id) => ({ id, type: 'public-key' })),
  });
}

/** The ids of a person's passkeys, as a browser knows them. */
export async function credentialsOf(db: Database, userId: string): Promise<string[]> {
  const passkeys = await db.passkey.findMany({ where: { userId }, select: { credentialId: true } });
  return passkeys.map(({ credentialId }) => credentialId);
}

/** The challenges of a sign-in belong to it: one signed for another opens nothing here. */
export const signInPlace = (interactionUid: string) => `passkey:${interactionUid}`;
