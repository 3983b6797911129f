import { IdentityError, loggablePath, plainText, type UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn, strengthenSession, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { recipientOf } from '../accounts/find-account.js';
import {
  type EnrolmentHost,
  type EnrolmentProof,
  mayEnrol,
  needsOperator,
  requireEnrolment,
} from '../mfa/enrolment-rule.js';
import { replaceRecoveryCodes } from '../mfa/recovery-codes.js';
import { lockAccount, updateMfaEnabled } from '../mfa/second-factors.js';
import { relyingParty } from './ask-for-passkey.js';
import { type ChallengePurpose, isChallenge, newChallenge, useChallenge } from './challenges.js';
import { passkeyAddedMail } from './passkey-mails.js';
import { passkeyAmr } from './verify-passkey.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'events' | 'mail' | 'sendMail' | 'brand' | 'logger'> &
  EnrolmentHost;
type Caller = Pick<UserPrincipal, 'userId' | 'sessionUid'>;

/** More devices than any user has; the list stays readable. The texts state this number. */
const maxPasskeys = 20;
const purposeOf = ({ sessionUid }: Caller) => `add-passkey:${sessionUid ?? ''}`;

/** The WebAuthn options for a new passkey; needs a fresh sign-in. */
export async function beginPasskey(services: Services, caller: Caller): Promise<string> {
  const proof = await requireFreshSignIn(services.db, caller);
  await requireEnrolment(services, caller.userId, proof);
  return newPasskeyOptions(services, { purpose: purposeOf(caller), userId: caller.userId });
}

/** The same for another purpose: the challenge is valid only for it. */
export async function newPasskeyOptions(
  { db, issuer, vault, brand }: Pick<Services, 'db' | 'issuer' | 'vault' | 'brand'>,
  { purpose, userId }: Required<ChallengePurpose>,
): Promise<string> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
  if (user.passkeys.length >= maxPasskeys)
    throw new IdentityError(
      'VALIDATION_FAILED',
      `An account can have up to ${maxPasskeys} passkeys. Remove one first.`,
      {
        reason: 'too-many-passkeys',
      },
    );
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: brand.productName,
    rpID: relyingParty(issuer).rpID,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: user.displayName ?? user.email,
    challenge: Uint8Array.from(Buffer.from(newChallenge(vault, { purpose, userId }), 'base64url')),
    excludeCredentials: user.passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
  });
  return JSON.stringify(options);
}

const Name = plainText(60).catch('Passkey');

interface NewPasskey {
  response: string;
  name: string | undefined;
  language: Language;
}

/** Stores a new passkey; needs a fresh sign-in. Returns undefined if the passkey is not valid. */
export async function addPasskey(
  services: Services,
  { sessionUid, ...input }: Caller & NewPasskey,
): Promise<{ recoveryCodes: string[] | undefined } | undefined> {
  const { userId } = input;
  const proof = await requireFreshSignIn(services.db, { userId, sessionUid });
  const purpose = purposeOf({ userId, sessionUid });
  return storePasskey(services, { ...input, purpose, proof }, async (tx) => {
    if (sessionUid) await strengthenSession(tx, { uid: sessionUid, accountId: userId, amr: passkeyAmr });
  });
}

/**
 * The same for another purpose. The first second factor of an account comes with recovery codes. A sign-in continues with
 * `newEpoch`.
 */
export async function storePasskey(
  services: Services,
  input: NewPasskey & Required<ChallengePurpose> & { proof: EnrolmentProof; epoch?: number | undefined },
  alsoInTransaction: (tx: Transaction) => Promise<void>,
): Promise<{ recoveryCodes: string[] | undefined; newEpoch: number } | undefined> {
  const { db, events, mail, brand } = services;
  const { userId, epoch, proof } = input;
  const credential = await verify(services, input);
  if (!credential) return undefined;
  const name = Name.parse(input.name);
  const added = await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || (epoch !== undefined && account.epoch !== epoch)) return undefined;
    if (!mayEnrol(services, account, proof)) throw needsOperator();
    const { count } = await tx.passkey.createMany({
      data: [{ userId, name, credentialId: credential.id, ...credential.stored }],
      skipDuplicates: true,
    });
    if (count === 0) return undefined;
    const recoveryCodes = account.mfaEnabled ? undefined : await replaceRecoveryCodes(tx, userId);
    const newEpoch = await updateMfaEnabled(tx, userId);
    await alsoInTransaction(tx);
    const actor = { kind: 'user' as const, id: userId };
    const data = { method: 'passkey' };
    await events.publish(tx, { type: 'mfa.enabled', tenantId: null, actor, subjectId: userId, data });
    await mail.add(tx, passkeyAddedMail({ ...recipientOf(account, input.language), name, brand }), {
      notice: 'passkey-added',
    });
    return { recoveryCodes, newEpoch };
  });
  services.sendMail();
  return added;
}

async function verify(
  { db, vault, issuer, logger }: Services,
  input: Required<ChallengePurpose> & Pick<NewPasskey, 'response'>,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = relyingParty(issuer);
  const expected = { purpose: input.purpose, userId: input.userId };
  let challenge = '';
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // @simplewebauthn/server validates every field of it.
      response: JSON.parse(input.response) as RegistrationResponseJSON,
      expectedChallenge: (signed) => {
        challenge = signed;
        return isChallenge(vault, signed, expected);
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (!verified || !(await useChallenge(db, challenge, expected))) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, stored: { publicKey, counter: BigInt(counter), transports: [...transports] } };
  } catch (error) {
    logger.info({ reason: error instanceof Error ? loggablePath(error.message) : 'unknown' }, 'passkey refused');
    return undefined;
  }
}
