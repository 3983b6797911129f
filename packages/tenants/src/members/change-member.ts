import { type Actor, actorOf, type EventType, isUuid, type Role, reply } from '@org/identity-core';
import { type Database, type IdentityPluginHost, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import { lastOwner, memberNotFound } from '../access/errors.js';
import { lockTenant } from '../access/lock-tenant.js';
import { requireUndeletedAccount } from '../access/require-active-account.js';
import { type Access, accessTo } from '../access/rights.js';
import {
  findInvitedMember,
  type InvitedMember,
  type MemberChanges,
  type MemberInput,
  revokeInvited,
  updateInvitedMember,
} from '../invitations/change-invited-member.js';
import { hasOtherOwner } from './has-other-owner.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** Changes a member's role or status. */
export function updateMember({ db, events }: Services, input: MemberInput & { changes: MemberChanges }) {
  const { tenantId, principal, changes } = input;
  return withMember(db, input, async (tx, { member, invited, access }) => {
    if (invited) {
      requireRightOver(access, [invited.role, changes.role ?? invited.role]);
      return reply(await updateInvitedMember(tx, events, { ...input, invited }));
    }
    requireRightOver(access, [member.role, changes.role ?? member.role]);
    // An explicit role is a decision: no rule takes it back.
    if (changes.role) await tx.givenRole.deleteMany({ where: { tenantId, userId: member.userId } });
    return reply(await applyChanges(tx, events, { tenantId, member, changes, actor: actorOf(principal) }));
  });
}

interface AppliedChanges {
  tenantId: string;
  member: Member;
  changes: MemberChanges;
  actor: Actor;
}

/** Changes a member under the tenant's lock. Who may do so was checked before. */
export async function applyChanges(
  tx: Transaction,
  events: Services['events'],
  { tenantId, member, changes, actor }: AppliedChanges,
) {
  const next = { role: changes.role ?? member.role, status: changes.status ?? member.status };
  if (changes.status === 'ACTIVE') await requireUndeletedAccount(tx, member.userId);
  const losesOwner = isActiveOwner(member) && !isActiveOwner(next);
  if (losesOwner) await requireAnotherOwner(tx, tenantId, member.id);
  // An explicit status is a decision: when an account is kept, only memberships that nobody has changed are restored.
  const data = { ...next, ...(changes.status ? { keptStatus: null } : {}) };
  const updated = await tx.membership.update({ where: { id: member.id }, data });
  for (const type of eventsOf(member, next)) {
    const data = { membershipId: member.id, role: next.role, previousRole: member.role };
    await events.publish(tx, { type, tenantId, actor, subjectId: member.userId, data });
  }
  return updated;
}

/** Removes a member, or revokes the invitation of an invited user. Members also leave a tenant with it. */
export function removeMember({ db, events }: Services, input: MemberInput) {
  const { tenantId, principal } = input;
  return withMember(db, input, async (tx, { member, invited, access }) => {
    if (invited) {
      requireRightOver(access, [invited.role]);
      await revokeInvited(tx, events, { tenantId, actor: actorOf(principal), invited });
      return reply({ success: true, message: 'The member was removed.' });
    }
    const leaving = access.membershipId === member.id;
    if (!leaving) requireRightOver(access, [member.role]);
    await endMembership(tx, events, { tenantId, member, actor: actorOf(principal), leaving });
    return reply({ success: true, message: leaving ? 'You have left the tenant.' : 'The member was removed.' });
  });
}

/** Ends a membership under the tenant's lock. Who may do so was checked before. */
export async function endMembership(
  tx: Transaction,
  events: Services['events'],
  { tenantId, member, actor, leaving = false }: { tenantId: string; member: Member; actor: Actor; leaving?: boolean },
): Promise<void> {
  if (isActiveOwner(member)) await requireAnotherOwner(tx, tenantId, member.id);
  const data = { membershipId: member.id, role: member.role, left: leaving };
  await events.publish(tx, { type: 'member.removed', tenantId, actor, subjectId: member.userId, data });
  await tx.membership.delete({ where: { id: member.id } });
}

export interface Member {
  id: string;
  userId: string;
  role: Role;
  status: 'ACTIVE' | 'INVITED' | 'SUSPENDED';
}

type Locked = { access: Access } & (
  | { member: Member; invited?: undefined }
  | { member?: undefined; invited: InvitedMember }
);

/** Runs a change of a member, or of a pending entry of the list, under the tenant's lock. */
async function withMember<Result>(
  db: Database,
  input: MemberInput,
  change: (tx: Transaction, found: Locked) => Promise<Result>,
): Promise<Result> {
  const { tenantId, membershipId, principal } = input;
  // Checked before the lock, so that callers who may not change this member do not wait for it. Any member may leave.
  const before = await accessTo(db, tenantId, principal);
  const own = before.membershipId === membershipId.toLowerCase();
  if (!own && !before.has('manage members')) throw before.refusal('manage members');
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    await lockTenant(tx, tenantId);
    // Checked again under the lock: the caller may have been demoted or removed a moment ago.
    const access = await accessTo(tx, tenantId, principal);
    return change(tx, await findMember(tx, input, access));
  });
}

async function findMember(tx: Transaction, input: MemberInput, access: Access): Promise<Locked> {
  const { tenantId, membershipId } = input;
  const where = { id: membershipId, tenantId, status: { not: 'INVITED' as const } };
  const member = isUuid(membershipId) ? await tx.membership.findFirst({ where }) : null;
  if (member) return { member, access };
  const invited = await findInvitedMember(tx, input);
  if (invited) return { invited, access };
  throw access.has('manage members') ? memberNotFound() : access.refusal('manage members');
}

/** Only owners may change, add or remove owners. */
function requireRightOver(access: Access, roles: readonly Role[]): void {
  if (!access.has('manage members')) throw access.refusal('manage members');
  if (roles.includes('owner') && !access.has('manage owners')) throw access.refusal('manage owners');
}

function isActiveOwner({ role, status }: Pick<Member, 'role' | 'status'>): boolean {
  return role === 'owner' && status === 'ACTIVE';
}

async function requireAnotherOwner(tx: Transaction, tenantId: string, except: string): Promise<void> {
  if (!(await hasOtherOwner(tx, tenantId, { membershipId: except }))) throw lastOwner();
}

function eventsOf(before: Pick<Member, 'role' | 'status'>, after: Pick<Member, 'role' | 'status'>): EventType[] {
  const types: EventType[] = [];
  if (before.role !== after.role) types.push('member.role_changed');
  if (before.status !== after.status)
    types.push(after.status === 'SUSPENDED' ? 'member.suspended' : 'member.reactivated');
  return types;
}
