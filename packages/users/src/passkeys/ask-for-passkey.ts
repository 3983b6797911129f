import { isIP } from 'node:net';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { type ChallengePurpose, newChallenge } from './challenges.js';

type Services = Pick<IdentityPluginHost, 'issuer' | 'vault'>;

/** Time to find a phone and scan a QR code with it. */
const fiveMinutes = 5 * 60 * 1000;

/**
 * The WebAuthn options to use a passkey: any passkey of this site for a whole sign-in, or one of a known user. The device
 * must verify the user (by PIN, fingerprint or face), so that it counts as two factors. Reads and writes no table.
 */
export function askForPasskey(
  { issuer, vault }: Services,
  { known = [], ...where }: ChallengePurpose & { known?: readonly string[] },
): string {
  return JSON.stringify({
    challenge: newChallenge(vault, where),
    rpId: relyingParty(issuer).rpID,
    userVerification: 'required',
    timeout: fiveMinutes,
    // Without transports, so that the browser also offers a phone nearby.
    allowCredentials: known.map((id) => ({ id, type: 'public-key' })),
  });
}

/** The credential ids of a user's passkeys. */
export async function credentialsOf(db: Database, userId: string): Promise<string[]> {
  const passkeys = await db.passkey.findMany({ where: { userId }, select: { credentialId: true } });
  return passkeys.map(({ credentialId }) => credentialId);
}

/** The purpose of a sign-in's challenges: a challenge that was signed for another sign-in is not valid here. */
export const signInPurpose = (interactionUid: string) => `passkey:${interactionUid}`;

/** Passkeys are bound to the host of the service: a passkey made here works nowhere else. */
export function relyingParty(issuer: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(issuer);
  return { rpID: hostname, origin };
}

/** Whether passkeys are possible: browsers bind them to a host name, never to an IP. */
export function canHavePasskeys(issuer: string): boolean {
  return isIP(relyingParty(issuer).rpID.replace(/^\[|\]$/gu, '')) === 0;
}
