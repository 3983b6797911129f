import { randomBytes, randomUUID } from 'node:crypto';
import type { DeletionServer } from './account-deletion.js';
import { plantConnection } from './connection-changes.js';

export interface Person {
  userId: string;
  email: string;
}

const secretHash = () => Uint8Array.from(randomBytes(32));
const later = () => new Date(Date.now() + 60 * 60 * 1000);

/** Gives a user rows in every table that can have them, besides those of the sign-in. */
export async function plantData(server: DeletionServer, person: Person, tenantId: string): Promise<void> {
  const { userId, email } = person;
  const { db } = server.identity;
  const subscription = await db.subscription.findFirstOrThrow({ where: { tenantId } });
  const { id: subscriptionId, applicationId } = subscription;
  await db.membership.create({ data: { tenantId, userId } });
  const held = { tenantId, userId, subscriptionId, applicationId };
  const { id: seatId } = await db.seat.create({ data: held });
  await db.seatLease.create({ data: { ...held, seatId, expiresAt: later() } });
  const decided = { status: 'DECLINED', decidedAt: new Date() } as const;
  await db.licenseRequest.create({ data: { tenantId, userId, applicationId, ...decided } });
  const facts = { outcome: 'granted', tenant: 'A', application: 'B', licenseType: null };
  await db.licenseMailChange.create({ data: { id: randomUUID(), tenantId, userId, kind: 'granted', facts } });
  await db.ssoLink.create({
    data: { userId, provider: 'GOOGLE', issuer: 'https://upstream.test', subject: userId, email },
  });
  await plantConnectionData(server, person, tenantId);
  await db.totp.create({ data: { userId, encryptedSecret: secretHash(), confirmedAt: new Date() } });
  await db.recoveryCode.create({ data: { userId, codeHash: secretHash() } });
  const credentialId = randomUUID();
  await db.passkey.create({ data: { userId, name: 'A passkey', credentialId, publicKey: secretHash() } });
  await db.passkeyChallenge.create({
    data: { userId, place: 'a place', challengeHash: secretHash(), expiresAt: later() },
  });
  await db.consent.create({ data: { userId, clientId: 'demo-partner', scopes: ['openid'] } });
  await db.clientUse.create({ data: { userId, clientId: 'demo-partner', tenantId } });
  const { id: clientId } = await db.client.create({ data: { id: randomUUID(), name: 'Wanted', type: 'SPA' } });
  const requested = { clientId, tenantId, status: 'REQUESTED', requestedBy: userId } as const;
  await db.tenantApplication.create({ data: requested });
  await db.logoutNotice.create({ data: { clientId: 'demo-web', accountId: userId, dueAt: later() } });
  const invitation = { tenantId, expiresInDays: 7, expiresAt: later() };
  const guest = `${randomUUID()}@guests.test`;
  await db.invitation.create({
    data: { ...invitation, email: guest, normalizedEmail: guest, secretHash: secretHash(), invitedById: userId },
  });
  await db.invitation.create({ data: { ...invitation, email, normalizedEmail: email, secretHash: secretHash() } });
  const former = `former-${email}`;
  const accepted = await db.invitation.create({
    data: { ...invitation, email: former, normalizedEmail: former, secretHash: secretHash(), status: 'ACCEPTED' },
  });
  const event = { tenantId, actorKind: 'user', actorId: userId };
  await db.event.create({ data: { ...event, type: 'invitation.accepted', subjectId: accepted.id } });
  await db.event.create({ data: { ...event, type: 'profile.updated', subjectId: userId, data: { email, one: true } } });
  await plantDirectory(server, person, tenantId);
  await plantMail(server, person);
  await plantPending(server, person);
}

/** Adds what a connection of a tenant stores about a user. */
async function plantConnectionData(server: DeletionServer, { userId, email }: Person, tenantId: string): Promise<void> {
  const { db } = server.identity;
  const connectionId = await plantConnection(server, tenantId, 'ACTIVE');
  const known = { connectionId, issuer: 'https://login.corp.test', subject: userId };
  await db.connectionLink.create({ data: { ...known, userId, email } });
  await db.expectedUser.create({ data: { connectionId, userId } });
  const identity = { ...known, email, amr: [] };
  await db.connectionVisit.create({
    data: { connectionId, version: 1, userId, identity, secretHash: secretHash(), expiresAt: later() },
  });
  const link = { tenantId, expiresAt: later() };
  await db.setupLink.createMany({
    data: [{ ...link, createdById: userId, email: 'it@provider.test', secretHash: secretHash() }],
  });
  const attempt = { connectionId, result: 'REFUSED', reason: 'no_email' } as const;
  // The second one is older than the account.
  await db.connectionAttempt.createMany({
    data: [
      { ...attempt, subject: userId, email, userId },
      { ...attempt, email },
    ],
  });
}

/** What a directory has sent about the user. */
async function plantDirectory({ identity: { db } }: DeletionServer, { userId, email }: Person, tenantId: string) {
  const { id: directoryId } = await db.directory.create({ data: { tenantId, name: 'Entra ID' } });
  await db.directoryAccount.create({ data: { directoryId, userId } });
  const names = { userName: email, userNameKey: email, emailKeys: [email], attributes: { emails: [{ value: email }] } };
  const user = { directoryId, tenantId, userId, status: 'ACTIVE', active: true, ...names } as const;
  const { id: resourceId } = await db.directoryUser.create({ data: user });
  const entry = {
    directoryId,
    method: 'POST',
    resource: 'User',
    result: 'APPLIED',
    resourceId,
    subject: email,
  } as const;
  const refused = { directoryId, method: 'POST', resource: 'User', result: 'REFUSED' } as const;
  const [spelt, userName] = [email.toUpperCase(), 'A name of the directory'];
  await db.directoryLogEntry.createMany({
    data: [
      entry,
      // Without a resource.
      { ...refused, subject: spelt, detail: `The path "emails[value eq \\"${spelt}\\"]" is not supported.` },
      // Of a resource that was deleted.
      { ...entry, method: 'DELETE', resourceId: randomUUID(), subject: userName, userId },
    ],
  });
}

/** Adds what ends when an account is deleted, but could still be written a moment later. */
export async function plantPending(server: DeletionServer, { userId, email }: Person): Promise<void> {
  const { db } = server.identity;
  const pending = () => ({ userId, secretHash: secretHash(), expiresAt: later() });
  await db.emailChange.create({ data: { ...pending(), newEmail: `new-${email}`, normalizedEmail: `new-${email}` } });
  await db.passwordReset.create({ data: pending() });
  await db.secondFactorLink.create({ data: pending() });
  await db.emailVerification.create({ data: { ...pending(), normalizedEmail: email } });
  await db.ssoAttempt.create({ data: { ...pending(), provider: 'GOOGLE' } });
  await db.ssoAttempt.create({
    data: {
      secretHash: secretHash(),
      expiresAt: later(),
      provider: 'GOOGLE',
      identity: { email, sub: 'x' },
      normalizedEmail: email,
    },
  });
  const registration = { email, normalizedEmail: email, passwordHash: 'x', interactionUid: 'x' };
  await db.registration.create({ data: { secretHash: secretHash(), expiresAt: later(), ...registration } });
  const code = { email, normalizedEmail: email, interactionUid: randomUUID(), codeHash: secretHash() };
  await db.emailCode.create({ data: { ...pending(), ...code } });
  await db.accountKeep.create({ data: { ...pending(), interaction: '/interaction/x', amr: ['pwd'] } });
}

/** Adds a mail that could not be delivered. A new mail would be sent at once and then deleted. */
async function plantMail({ identity: { db }, host }: DeletionServer, { email }: Person): Promise<void> {
  const queue = {
    outgoingMail: {
      create: ({ data }: { data: { id: string; encryptedMessage: Uint8Array<ArrayBuffer> } }) =>
        db.outgoingMail.create({ data: { ...data, failedAt: new Date(), lastError: `550 no such user ${email}` } }),
    },
  };
  const mail = { to: email, subject: 'A mail that waits', text: 'secret', html: 'secret' };
  // The outbox uses only this part of a transaction.
  await host.mail.add(queue as unknown as Parameters<typeof host.mail.add>[0], mail);
}
