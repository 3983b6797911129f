import { hashOneTimeSecret, type NewAccount, type Role, reply, unauthorized } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationEmailMismatch, invitationExpired, invitationNotFound } from '../access/errors.js';
import { lockTenant } from '../access/lock-tenant.js';
import { lockActiveAccount } from '../access/require-active-account.js';
import { isHigherRole } from '../access/role-order.js';
import { statusOf } from './invitation-status.js';
import { keptLicenses } from './invited-licenses.js';
import { removeInvitedMembership } from './pending-invitation.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'accounts'>;

/** Who accepts: a signed-in user, or a new one. */
export type Accepting =
  | { readonly kind: 'account'; readonly userId: string }
  | {
      readonly kind: 'new';
      /** The IP of the request; new passwords are counted by it. */
      readonly ip: string;
      /** Without a password where nobody has one. */
      readonly profile: Omit<NewAccount, 'email' | 'passwordHash'> & { password: string | undefined };
    };

/** The invitation of a mailed link, if it can be accepted; throws otherwise. */
export async function findInvitation(db: Transaction, secret: string) {
  const invitation = await db.invitation.findUnique({
    where: { secretHash: hashOneTimeSecret(secret), tenant: { closingAt: null } },
    include: { tenant: { select: { name: true } }, invitedBy: { select: { displayName: true, email: true } } },
  });
  if (!invitation) throw invitationNotFound();
  const status = statusOf(invitation);
  if (status === 'EXPIRED') throw invitationExpired();
  if (status !== 'PENDING') throw invitationNotFound();
  return invitation;
}

/** Makes the invited user a member, once, with the role of the invitation. The result has the epoch of a new account. */
export async function acceptInvitation(
  { db, events, accounts }: Services,
  input: { secret: string; accepting: Accepting },
) {
  const { secret, accepting } = input;
  // Checked before the password is hashed, which takes longer than everything else.
  const { email, tenantId } = await findInvitation(db, secret);
  const passwordHash = accepting.kind === 'new' ? await hashNewPassword(accounts, email, accepting) : '';
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    // It may have been revoked, or deleted with its tenant, while the password was hashed.
    await findInvitation(tx, secret);
    if (accepting.kind === 'account') await lockActiveAccount(tx, accepting.userId);
    await lockTenant(tx, tenantId);
    // Checked again under the lock: of several requests at once, the others find it accepted.
    const invitation = await findInvitation(tx, secret);
    const account = await accounts.findByEmail(tx, invitation.email);
    const { id: userId, epoch } = await resolveUser(tx, accounts, { invitation, account, accepting, passwordHash });
    // The invitation was mailed to the email of the account.
    if (account?.emailToProve) await accounts.proveEmail(tx, userId);
    const { membershipId, previousRole } = await activate(tx, { invitation, userId });
    await tx.invitation.update({ where: { id: invitation.id }, data: { status: 'ACCEPTED', membershipId: null } });

    const actor = { kind: 'user' as const, id: userId };
    if (!account) await events.publish(tx, { type: 'account.created', tenantId, actor, subjectId: userId, data: {} });
    await events.publish(tx, { type: 'invitation.accepted', tenantId, actor, subjectId: invitation.id, data: {} });
    const joined = { membershipId, role: invitation.role, ...keptLicenses(invitation) };
    const change =
      previousRole === undefined
        ? ({ type: 'member.added', data: joined } as const)
        : ({ type: 'member.role_changed', data: { ...joined, previousRole } } as const);
    await events.publish(tx, { ...change, tenantId, actor, subjectId: userId });
    const message = `You are now a member of ${invitation.tenant.name}.`;
    return reply({ success: true, message, tenantId, membershipId, userId, epoch });
  });
}

function hashNewPassword(
  accounts: Services['accounts'],
  email: string,
  { ip, profile }: Extract<Accepting, { kind: 'new' }>,
): Promise<string | null> {
  const { password, displayName, givenName, familyName } = profile;
  if (password === undefined) return Promise.resolve(null);
  const ownData = [email, displayName, givenName, familyName].filter((text) => text !== undefined);
  return accounts.hashPassword(password, ownData, { ip });
}

interface Resolution {
  invitation: { email: string };
  account: { id: string } | undefined;
  accepting: Accepting;
  passwordHash: string | null;
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
  // Only the tenant is locked: an invitation of another tenant may create the account at the same moment.
  if (!created) throw unauthorized('This email already has an account: sign in with it, then accept.');
  return created;
}

/**
 * The membership gets the id of the invitation, with which it was listed while it was pending. Somebody who has joined
 * meanwhile in another way, such as by the tenant's identity provider, gets the higher role of the invitation.
 */
async function activate(
  tx: Transaction,
  { invitation, userId }: { invitation: Awaited<ReturnType<typeof findInvitation>>; userId: string },
): Promise<{ membershipId: string; previousRole?: Role }> {
  const { id, tenantId, role, membershipId } = invitation;
  if (membershipId) await removeInvitedMembership(tx, membershipId, userId);
  const key = { tenantId, userId };
  const existing = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  if (existing?.status === 'ACTIVE' && isHigherRole(role, existing.role)) {
    await tx.membership.update({ where: { id: existing.id }, data: { role } });
    return { membershipId: existing.id, previousRole: existing.role };
  }
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  const data = { role, status: 'ACTIVE' as const, joinedAt: new Date() };
  const membership = existing
    ? await tx.membership.update({
        where: { id: existing.id },
        data: existing.id === membershipId ? data : { ...data, id },
      })
    : await tx.membership.create({ data: { id, ...key, ...data } });
  return { membershipId: membership.id };
}
