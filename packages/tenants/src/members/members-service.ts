import type { Actor, MemberChange, Members, Role } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { alreadyMember, memberNotFound } from '../access/errors.js';
import { lockTenant } from '../access/lock-tenant.js';
import { lockActiveAccount } from '../access/require-active-account.js';
import { isHigherRole } from '../access/role-order.js';
import type { MemberChanges } from '../invitations/change-invited-member.js';
import { statusOf } from '../invitations/invitation-status.js';
import { keptLicenses } from '../invitations/invited-licenses.js';
import { removeInvitedMembership } from '../invitations/pending-invitation.js';
import { applyChanges, endMembership, type Member } from './change-member.js';

/** The service `members`, for other plugins. */
export function membersService(
  services: Pick<IdentityPluginHost, 'events' | 'accounts'>,
): Omit<
  Members<Transaction>,
  'addAll' | 'createTenant' | 'joinGroups' | 'invite' | 'uninvite' | 'requireWayIn' | 'isBreakGlass'
> {
  const { events } = services;
  const change = async (tx: Transaction, { tenantId, userId, actor }: MemberChange, changes: MemberChanges) => {
    const member = await lockMember(tx, { tenantId, userId });
    if (member.role === (changes.role ?? member.role) && member.status === (changes.status ?? member.status))
      return false;
    await applyChanges(tx, events, { tenantId, member, changes, actor });
    return true;
  };
  return {
    add: (tx, added) => addMember(tx, events, added),
    async join(tx, { email, ...added }) {
      await lockActiveAccount(tx, added.userId);
      await lockTenant(tx, added.tenantId);
      const invited = await findOpenInvitation(tx, added.tenantId, services.accounts.normalizeEmail(email));
      // A provider's word is not enough for more: the invited user accepts by their own sign-in.
      if (invited?.role !== 'member') return { ...(await addMember(tx, events, added)), role: added.role };
      // The pending membership of the invitation becomes that of the user, and gets its role.
      await takeInvitation(tx, invited, added.userId);
      return { ...(await addMember(tx, events, { ...added, role: invited.role })), role: invited.role };
    },
    changeRole: (tx, { role, ...whom }) => change(tx, whom, { role }),
    suspend: (tx, whom) => change(tx, whom, { status: 'SUSPENDED' }),
    reactivate: (tx, whom) => change(tx, whom, { status: 'ACTIVE' }),
    async remove(tx, { tenantId, userId, actor }) {
      await endMembership(tx, events, { tenantId, member: await lockMember(tx, { tenantId, userId }), actor });
    },
  };
}

async function lockMember(tx: Transaction, key: { tenantId: string; userId: string }): Promise<Member> {
  await lockTenant(tx, key.tenantId);
  const member = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  // Somebody who is only invited is no member yet.
  if (!member || member.status === 'INVITED') throw memberNotFound();
  return member;
}

/**
 * Adds an account as an active member. A pending membership of an invitation becomes this one, and the invitation is accepted.
 * One to a higher role stays open.
 */
async function addMember(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { tenantId, userId, role, actor }: { tenantId: string; userId: string; role: Role; actor: Actor },
): Promise<{ membershipId: string }> {
  await lockActiveAccount(tx, userId);
  await lockTenant(tx, tenantId);
  const key = { tenantId, userId };
  const existing = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  const data = { role, status: 'ACTIVE' as const, joinedAt: new Date() };
  const { id: membershipId } = existing
    ? await tx.membership.update({ where: { id: existing.id }, data })
    : await tx.membership.create({ data: { ...key, ...data } });
  const kept = existing ? await acceptInvitation(tx, events, { tenantId, membershipId, role, actor }) : {};
  const added = { membershipId, role, ...kept };
  await events.publish(tx, { type: 'member.added', tenantId, actor, subjectId: userId, data: added });
  return { membershipId };
}

/**
 * Ends the invitation of a pending membership, unless it is to a higher role than the member gets now. Returns what
 * `member.added` says about its licenses, so that the seats that were kept for it become the member's.
 */
async function acceptInvitation(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { tenantId, membershipId, role, actor }: { tenantId: string; membershipId: string; role: Role; actor: Actor },
) {
  const invitation = await tx.invitation.findFirst({ where: { membershipId, status: 'PENDING' } });
  if (!invitation) return {};
  const isOpen = statusOf(invitation) === 'PENDING';
  if (isOpen && isHigherRole(invitation.role, role)) {
    await tx.invitation.update({ where: { id: invitation.id }, data: { membershipId: null } });
    return {};
  }
  const status = isOpen ? 'ACCEPTED' : 'EXPIRED';
  await tx.invitation.update({ where: { id: invitation.id }, data: { status, membershipId: null } });
  if (status === 'EXPIRED') return {};
  await events.publish(tx, { type: 'invitation.accepted', tenantId, actor, subjectId: invitation.id, data: {} });
  return keptLicenses(invitation);
}

/** The invitation to an email that can be accepted now. */
function findOpenInvitation(tx: Transaction, tenantId: string, normalizedEmail: string) {
  const where = { tenantId, normalizedEmail, status: 'PENDING' as const, expiresAt: { gt: new Date() } };
  return tx.invitation.findFirst({ where, select: { id: true, tenantId: true, role: true, membershipId: true } });
}

/** Makes the pending membership of an invitation that of the user, under the tenant's lock. */
async function takeInvitation(
  tx: Transaction,
  { id, tenantId, role, membershipId }: NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>,
  userId: string,
): Promise<void> {
  if (membershipId) await removeInvitedMembership(tx, membershipId, userId);
  const key = { tenantId, userId };
  const existing = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  if (existing) {
    await tx.invitation.update({ where: { id }, data: { membershipId: existing.id } });
    return;
  }
  await tx.membership.create({ data: { id, ...key, role, status: 'INVITED' } });
  await tx.invitation.update({ where: { id }, data: { membershipId: id } });
}
