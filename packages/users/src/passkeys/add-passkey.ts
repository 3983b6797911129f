import { IdentityError, type Language, loggablePath, PlainName, type UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, strengthenSession } from '@org/identity-prisma';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { recipientOf } from '../accounts/mail-recipient.js';
import { replaceRecoveryCodes } from '../mfa/recovery-codes.js';
import { requireFreshSignIn } from '../mfa/require-fresh-sign-in.js';
import { lockAccount, noteSecondFactors } from '../mfa/second-factors.js';
import { isChallenge, newChallenge, useChallenge } from './challenges.js';
import { passkeyAddedMail } from './passkey-mails.js';
import { relyingParty } from './relying-party.js';
import { passkeyAmr } from './take-passkey.js';

type Services = Pick<
  IdentityPluginHost,
  'db' | 'issuer' | 'vault' | 'events' | 'mail' | 'sendMail' | 'brand' | 'logger'
>;
type Person = Pick<UserPrincipal, 'userId' | 'sessionUid'>;

/** Nobody has more devices than this, and a list of them stays readable. The texts name it. */
const mostPasskeys = 20;
const placeOf = ({ sessionUid }: Person) => `add-passkey:${sessionUid ?? ''}`;

/** What the browser needs to make a passkey; needs a fresh sign-in. */
export async function beginPasskey({ db, issuer, vault, brand }: Services, person: Person): Promise<string> {
  const { userId } = person;
  await requireFreshSignIn(db, person);
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
  if (user.passkeys.length >= mostPasskeys)
    throw new IdentityError('VALIDATION_FAILED', `An account has up to ${mostPasskeys} passkeys. Remove one first.`, {
      reason: 'too-many-passkeys',
    });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: brand.productName,
    rpID: relyingParty(issuer).rpID,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: user.displayName ?? user.email,
    challenge: Uint8Array.from(Buffer.from(newChallenge(vault, { place: placeOf(person), userId }), 'base64url')),
    excludeCredentials: user.passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
  });
  return JSON.stringify(options);
}

const Name = PlainName.max(60).catch('Passkey');

/** Keeps a new passkey; the first second factor of an account comes with recovery codes. Nothing when it is not right. */
export async function addPasskey(
  services: Services,
  input: Person & { response: string; name: string | undefined; language: Language },
): Promise<{ recoveryCodes: string[] | undefined } | undefined> {
  const { db, events, mail, brand } = services;
  const { userId, sessionUid } = input;
  await requireFreshSignIn(db, { userId, sessionUid });
  const credential = await verify(services, input);
  if (!credential) return undefined;
  const name = Name.parse(input.name);
  const added = await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const before = await tx.user.findUnique({ where: { id: userId }, select: { mfaEnabled: true } });
    if (!account || !before) return undefined;
    const { count } = await tx.passkey.createMany({
      data: [{ userId, name, credentialId: credential.id, ...credential.stored }],
      skipDuplicates: true,
    });
    if (count === 0) return undefined;
    const recoveryCodes = before.mfaEnabled ? undefined : await replaceRecoveryCodes(tx, userId);
    await noteSecondFactors(tx, userId);
    if (sessionUid) await strengthenSession(tx, { uid: sessionUid, accountId: userId, amr: passkeyAmr });
    const actor = { kind: 'user' as const, id: userId };
    const data = { method: 'passkey' };
    await events.publish(tx, { type: 'mfa.enabled', tenantId: null, actor, subjectId: userId, data });
    await mail.add(tx, passkeyAddedMail({ ...recipientOf(account, input.language), name, brand }));
    return { recoveryCodes };
  });
  services.sendMail();
  return added;
}

async function verify({ db, vault, issuer, logger }: Services, input: Person & { response: string }) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = relyingParty(issuer);
  const asked = { place: placeOf(input), userId: input.userId };
  let challenge = '';
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library reads every field of it with care; nothing else does.
      response: JSON.parse(input.response) as RegistrationResponseJSON,
      expectedChallenge: (signed) => {
        challenge = signed;
        return isChallenge(vault, signed, asked);
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (!verified || !(await useChallenge(db, challenge, asked))) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, stored: { publicKey, counter: BigInt(counter), transports: [...transports] } };
  } catch (error) {
    logger.info({ reason: error instanceof Error ? loggablePath(error.message) : 'unknown' }, 'passkey refused');
    return undefined;
  }
}
