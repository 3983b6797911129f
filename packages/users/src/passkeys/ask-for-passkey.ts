import type { IdentityPluginHost } from '@org/identity-prisma';
import { newChallenge } from './challenges.js';
import { relyingParty } from './relying-party.js';

type Services = Pick<IdentityPluginHost, 'db' | 'issuer'>;

/**
 * What the browser needs to use a passkey: any of this site for a whole sign-in, or one of a known person's. The device
 * has to verify the person (by PIN, finger or face), so that it stands for two factors.
 */
export async function askForPasskey(
  { db, issuer }: Services,
  { place, userId }: { place: string; userId?: string },
): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const known = userId ? await db.passkey.findMany({ where: { userId } }) : [];
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(issuer).rpID,
    challenge: await newChallenge(db, { place, ...(userId ? { userId } : {}) }),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  });
  return JSON.stringify(options);
}
