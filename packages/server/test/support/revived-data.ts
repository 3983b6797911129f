import { randomBytes } from 'node:crypto';
import type { Database } from '@org/identity-prisma';

/** What `fillRevived` adds, by the names of the steps that end it. */
export const revivedCounts = {
  tokens: 2,
  refreshResponses: 1,
  grants: 1,
  sessions: 2,
  interactions: 1,
  queuedMails: 1,
  passwordResets: 1,
  secondFactorLinks: 1,
  emailVerifications: 1,
  emailChanges: 1,
  registrations: 1,
  emailCodes: 1,
  ssoAttempts: 1,
  accountKeeps: 1,
  totpCodes: 1,
  invitationLinks: 1,
};

/** Adds one or two rows of everything that a restore brings back. */
export async function fillRevived(db: Database): Promise<void> {
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'ann@people.test' } });
  const { id: tenantId } = await db.tenant.findFirstOrThrow();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const secret = () => ({ secretHash: randomBytes(32), expiresAt });
  await db.client.update({ where: { id: 'spa' }, data: { backchannelLogoutUri: 'https://app.example/logout' } });
  await db.logoutNotice.create({ data: { clientId: 'spa', accountId: userId, sid: 'of another session' } });
  const payload = { authorizations: { spa: { sid: 'of this session' } } };
  await db.oidcSession.create({ data: { uid: 'open', accountId: userId, payload, expiresAt } });
  await db.oidcSession.create({ data: { uid: 'ended', payload: {}, expiresAt, endedAt: new Date() } });
  const grant = { id: 'grant', clientId: 'spa', accountId: userId, sessionUid: 'open', payload: {}, expiresAt };
  await db.oidcGrant.create({ data: grant });
  const token = { idHash: randomBytes(32), clientId: 'spa', payload: {}, expiresAt };
  await db.oidcToken.create({ data: { ...token, kind: 'RefreshToken', grantId: 'grant' } });
  await db.oidcToken.create({ data: { ...token, kind: 'ClientCredentials' } });
  await db.oidcRecord.create({ data: { idHash: randomBytes(32), model: 'Interaction', payload: {}, expiresAt } });
  await db.refreshAnswer.create({ data: { idHash: randomBytes(32), sealed: randomBytes(8), expiresAt } });
  await db.passwordReset.create({ data: { userId, ...secret() } });
  await db.secondFactorLink.create({ data: { userId, ...secret() } });
  await db.emailVerification.create({ data: { userId, normalizedEmail: 'ann@people.test', ...secret() } });
  await db.emailChange.create({ data: { userId, newEmail: 'new@people.test', ...secret() } });
  const email = 'new@people.test';
  await db.registration.create({
    data: { email, normalizedEmail: email, passwordHash: '', interactionUid: 'open', ...secret() },
  });
  const code = { interactionUid: 'open', codeHash: randomBytes(32) };
  await db.emailCode.create({ data: { email, normalizedEmail: email, ...code, ...secret() } });
  await db.ssoAttempt.create({ data: { provider: 'google', ...secret() } });
  await db.accountKeep.create({ data: { userId, interaction: 'open', ...secret() } });
  await db.totp.create({ data: { userId, encryptedSecret: randomBytes(40), confirmedAt: new Date() } });
  await db.invitation.create({
    data: { tenantId, email, normalizedEmail: email, expiresInDays: 7, ...secret() },
  });
  await db.outgoingMail.create({ data: { encryptedMessage: randomBytes(40), kind: 'invitation' } });
}
