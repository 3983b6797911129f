import { loggablePath, text } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { relyingParty } from './ask-for-passkey.js';
import { type ChallengePurpose, isChallenge, useChallenge } from './challenges.js';

type Services = Pick<IdentityPluginHost, 'db' | 'issuer' | 'logger' | 'vault'>;

/** The `amr` of a sign-in with a passkey that verified its user (RFC 8176): a key, and more than one factor. */
export const passkeyAmr = ['pop', 'mfa'];

const Part = text(20_000, { min: 1 });
const Assertion = z.object({
  id: text(1400, { min: 1 }),
  rawId: text(1400, { min: 1 }),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: text(200).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/**
 * Returns the user whose passkey signed the challenge for this purpose; undefined if any check fails. `epoch` is read before
 * the signature is checked. `isClosed` is for the owner of an account that waits to be erased.
 */
export async function verifyPasskey(
  services: Services,
  input: ChallengePurpose & { response: string; isClosed?: boolean },
): Promise<{ userId: string; epoch: number } | undefined> {
  const { db } = services;
  const assertion = read(input.response);
  if (!assertion) return undefined;
  const passkey = await db.passkey.findUnique({
    where: { credentialId: assertion.id },
    include: { user: { select: { signInEpoch: true, deletedAt: true, disabledAt: true } } },
  });
  const { purpose, userId, isClosed = false } = input;
  if (!passkey || (passkey.user.deletedAt !== null) !== isClosed || passkey.user.disabledAt) return undefined;
  if (userId && passkey.userId !== userId) return undefined;
  const verified = await verify(services, assertion, passkey, { purpose, ...(userId ? { userId } : {}) });
  if (!verified) return undefined;
  const { challenge, counter } = verified;
  if (!(await useChallenge(db, challenge, { purpose, userId: passkey.userId }))) return undefined;
  // If a passkey is used twice at once with the same counter, one of them is a copy.
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: new Date() },
  });
  return count === 1 ? { userId: passkey.userId, epoch: passkey.user.signInEpoch } : undefined;
}

function read(response: string): AuthenticationResponseJSON | undefined {
  try {
    // The schema matches the type of @simplewebauthn/server, except for `undefined` in optional fields.
    return Assertion.parse(JSON.parse(response)) as AuthenticationResponseJSON;
  } catch {
    return undefined;
  }
}

async function verify(
  { vault, issuer, logger }: Services,
  response: AuthenticationResponseJSON,
  passkey: { credentialId: string; publicKey: Uint8Array; counter: bigint },
  expected: ChallengePurpose,
): Promise<{ counter: bigint; challenge: string } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = relyingParty(issuer);
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (signed) => {
        challenge = signed;
        return isChallenge(vault, signed, expected);
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return verified ? { counter: BigInt(authenticationInfo.newCounter), challenge } : undefined;
  } catch (error) {
    logger.info({ reason: error instanceof Error ? loggablePath(error.message) : 'unknown' }, 'passkey refused');
    return undefined;
  }
}
