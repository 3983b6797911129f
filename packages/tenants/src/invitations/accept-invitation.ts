import { hashOneTimeSecret, type NewAccount, unauthorized } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationEmailMismatch, invitationExpired, invitationNotFound } from '../access/errors.js';
import { lockTenant } from '../access/lock-tenant.js';
import { holdLivingAccount } from '../access/require-living-account.js';
import { dropWaiting } from './invitation-place.js';
import { statusOf } from './invitation-status.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'accounts'>;

/** Who accepts: somebody who is signed in, or somebody new. */
export type Accepting =
  | { readonly kind: 'account'; readonly userId: string }
  | {
      readonly kind: 'new';
      /** Where the request comes from; new passwords are counted by it. */
      readonly ip: string;
      readonly profile: Omit<NewAccount, 'email' | 'passwordHash'> & { password: string };
    };

/** An invitation by the secret of its mailed link, as long as it can be accepted. */
export async function findInvitation(db: Transaction, secret: string) {
  const invitation = await db.invitation.findUnique({
    where: { secretHash: hashOneTimeSecret(secret) },
    include: { tenant: { select: { name: true } }, invitedBy: { select: { displayName: true, email: true } } },
  });
  if (!invitation) throw invitationNotFound();
  const status = statusOf(invitation);
  if (status === 'EXPIRED') throw invitationExpired();
  if (status !== 'PENDING') throw invitationNotFound();
  return invitation;
}

/** Makes a member of whom the invitation was sent to: once, with the role it was sent with. A new account has its epoch. */
export async function acceptInvitation(
  { db, events, accounts }: Services,
  input: { secret: string; accepting: Accepting },
) {
  const { secret, accepting } = input;
  // Refused before the password is hashed, which takes longer than all the rest.
  const { email, tenantId } = await findInvitation(db, secret);
  const passwordHash = accepting.kind === 'new' ? await hashNewPassword(accounts, email, accepting) : '';
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    // Revoked or deleted with its tenant meanwhile, if a password was hashed.
    await findInvitation(tx, secret);
    if (accepting.kind === 'account') await holdLivingAccount(tx, accepting.userId);
    await lockTenant(tx, tenantId);
    // Again under the lock: of many that accept at once, the others find it accepted.
    const invitation = await findInvitation(tx, secret);
    const account = await accounts.findByEmail(tx, invitation.email);
    const { id: userId, epoch } = await resolveUser(tx, accounts, { invitation, account, accepting, passwordHash });
    const membershipId = await activate(tx, { invitation, userId });
    await tx.invitation.update({ where: { id: invitation.id }, data: { status: 'ACCEPTED', membershipId: null } });

    const actor = { kind: 'user' as const, id: userId };
    if (!account) await events.publish(tx, { type: 'account.created', tenantId, actor, subjectId: userId, data: {} });
    await events.publish(tx, { type: 'invitation.accepted', tenantId, actor, subjectId: invitation.id, data: {} });
    const data = { membershipId, role: invitation.role };
    await events.publish(tx, { type: 'member.added', tenantId, actor, subjectId: userId, data });
    const message = `You are now a member of ${invitation.tenant.name}.`;
    return { success: true, message, tenantId, membershipId, userId, epoch };
  });
}

function hashNewPassword(
  accounts: Services['accounts'],
  email: string,
  { ip, profile }: Extract<Accepting, { kind: 'new' }>,
): Promise<string> {
  const { password, displayName, givenName, familyName } = profile;
  const ownData = [email, displayName, givenName, familyName].filter((text) => text !== undefined);
  return accounts.hashPassword(password, ownData, { ip });
}

interface Resolution {
  invitation: { email: string };
  account: { id: string } | undefined;
  accepting: Accepting;
  passwordHash: string;
}

async function resolveUser(
  tx: Transaction,
  accounts: Services['accounts'],
  { invitation, account, accepting, passwordHash }: Resolution,
): Promise<{ id: string; epoch?: number }> {
  if (accepting.kind === 'account') {
    if (account?.id !== accepting.userId) throw invitationEmailMismatch();
    return { id: account.id };
  }
  const { password: _password, ...profile } = accepting.profile;
  const created = account
    ? undefined
    : await accounts.create(tx, { ...profile, email: invitation.email, passwordHash });
  // The lock is the tenant's: the account may come from another tenant's invitation at this very moment.
  if (!created) throw unauthorized('This address has an account already: sign in with it, then accept.');
  return created;
}

/** The membership has the id of the invitation, under which it was listed while it waited. */
async function activate(
  tx: Transaction,
  { invitation, userId }: { invitation: Awaited<ReturnType<typeof findInvitation>>; userId: string },
) {
  const { id, tenantId, role, membershipId } = invitation;
  if (membershipId) await dropWaiting(tx, membershipId, userId);
  const key = { tenantId, userId };
  const existing = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  const data = { role, status: 'ACTIVE' as const, joinedAt: new Date() };
  const membership = existing
    ? await tx.membership.update({
        where: { id: existing.id },
        data: existing.id === membershipId ? data : { ...data, id },
      })
    : await tx.membership.create({ data: { id, ...key, ...data } });
  return membership.id;
}
