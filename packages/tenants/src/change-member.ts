import { type EventType, isUuid, type Principal, type Role, validationFailed } from '@org/identity-core';
import { type Database, type IdentityPluginHost, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { actorOf } from './actor.js';
import { lastOwner, memberNotFound } from './errors.js';
import { lockTenant } from './lock-tenant.js';
import { requireLivingMember } from './require-living-account.js';
import { type Access, accessTo, refusal } from './rights.js';
import type { UpdateMemberBody } from './schemas.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

interface MemberInput {
  tenantId: string;
  membershipId: string;
  principal: Principal;
}

/** Changes a member's role or status. */
export function updateMember(
  { db, events }: Services,
  input: MemberInput & { changes: z.output<typeof UpdateMemberBody> },
) {
  const { tenantId, principal, changes } = input;
  return withMember(db, input, async (tx, { member, access }) => {
    const next = { role: changes.role ?? member.role, status: changes.status ?? member.status };
    requireRightOver(access, [member.role, next.role]);
    if (member.status === 'INVITED' && changes.status) {
      throw validationFailed([{ path: 'status', message: 'the person has not accepted the invitation yet' }]);
    }
    if (changes.status === 'ACTIVE') await requireLivingMember(tx, member.userId);
    const losesOwner = isActiveOwner(member) && !isActiveOwner(next);
    if (losesOwner) await requireAnotherOwner(tx, tenantId, member.id);
    // Whoever sets a status has decided: keeping an account brings back only what nobody has touched.
    const data = { ...next, ...(changes.status ? { keptStatus: null } : {}) };
    const updated = await tx.membership.update({ where: { id: member.id }, data });
    // Whoever accepts gets the role that is listed, not the one of the day of the invitation.
    if (member.status === 'INVITED') {
      await tx.invitation.updateMany({
        where: { membershipId: member.id, status: 'PENDING' },
        data: { role: next.role },
      });
    }
    for (const type of eventsOf(member, next)) {
      const data = { membershipId: member.id, role: next.role, previousRole: member.role };
      await events.publish(tx, { type, tenantId, actor: actorOf(principal), subjectId: member.userId, data });
    }
    return updated;
  });
}

/** Removes a member; one's own membership is left this way, too. */
export function removeMember({ db, events }: Services, input: MemberInput) {
  const { tenantId, principal } = input;
  return withMember(db, input, async (tx, { member, access }) => {
    const leaving = access.membershipId === member.id;
    if (!leaving) requireRightOver(access, [member.role]);
    if (isActiveOwner(member)) await requireAnotherOwner(tx, tenantId, member.id);
    const data = { membershipId: member.id, role: member.role, left: leaving };
    await events.publish(tx, {
      type: 'member.removed',
      tenantId,
      actor: actorOf(principal),
      subjectId: member.userId,
      data,
    });
    await revokeInvitationsOf(tx, events, input, member.id);
    await tx.membership.delete({ where: { id: member.id } });
    return { success: true, message: leaving ? 'You have left the tenant.' : 'The member is removed.' };
  });
}

/** Somebody who was invited and is removed cannot come in by the old link. */
async function revokeInvitationsOf(
  tx: Transaction,
  events: Services['events'],
  input: MemberInput,
  membershipId: string,
) {
  const { tenantId, principal } = input;
  const open = await tx.invitation.updateManyAndReturn({
    where: { membershipId, status: 'PENDING' },
    data: { status: 'REVOKED' },
  });
  for (const { id } of open) {
    await events.publish(tx, {
      type: 'invitation.revoked',
      tenantId,
      actor: actorOf(principal),
      subjectId: id,
      data: {},
    });
  }
}

interface Member {
  id: string;
  userId: string;
  role: Role;
  status: 'ACTIVE' | 'INVITED' | 'SUSPENDED';
}

/** Runs a change of a member under the tenant's lock. */
async function withMember<Result>(
  db: Database,
  { tenantId, membershipId, principal }: MemberInput,
  change: (tx: Transaction, found: { member: Member; access: Access }) => Promise<Result>,
): Promise<Result> {
  // Before the lock, so that nobody queues for it who may not change this member. Any member may leave.
  const before = await accessTo(db, tenantId, principal);
  const own = before.membershipId === membershipId.toLowerCase();
  if (!own && !before.has('manage members')) throw refusal('manage members');
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    await lockTenant(tx, tenantId);
    // Checked again under the lock: the caller may have been demoted or removed a moment ago.
    const access = await accessTo(tx, tenantId, principal);
    const where = { id: membershipId, tenantId };
    const member = isUuid(membershipId) ? await tx.membership.findFirst({ where }) : null;
    if (!member) throw access.has('manage members') ? memberNotFound() : refusal('manage members');
    return change(tx, { member, access });
  });
}

/** Owners are touched, made and unmade by owners only. */
function requireRightOver(access: Access, roles: readonly Role[]): void {
  if (!access.has('manage members')) throw refusal('manage members');
  if (roles.includes('owner') && !access.has('manage owners')) throw refusal('manage owners');
}

function isActiveOwner({ role, status }: Pick<Member, 'role' | 'status'>): boolean {
  return role === 'owner' && status === 'ACTIVE';
}

async function requireAnotherOwner(tx: Transaction, tenantId: string, except: string): Promise<void> {
  const others = await tx.membership.count({
    where: { tenantId, role: 'owner', status: 'ACTIVE', id: { not: except } },
  });
  if (others === 0) throw lastOwner();
}

function eventsOf(before: Pick<Member, 'role' | 'status'>, after: Pick<Member, 'role' | 'status'>): EventType[] {
  const types: EventType[] = [];
  if (before.role !== after.role) types.push('member.role_changed');
  if (before.status !== after.status)
    types.push(after.status === 'SUSPENDED' ? 'member.suspended' : 'member.reactivated');
  return types;
}
