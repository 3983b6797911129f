import { type Actor, actorOf, isUuid, type Principal, type Role, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost, Prisma, Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import type { UpdateMemberBody } from '../schemas.js';
import { whereStatus } from './invitation-status.js';
import { licenseData, licensesOf } from './invited-licenses.js';

export type MemberChanges = z.output<typeof UpdateMemberBody>;

/** Which entry of the member list is changed, and by whom. */
export interface MemberInput {
  tenantId: string;
  membershipId: string;
  principal: Principal;
}

/** An INVITED entry of the member list: a pending invitation. */
export interface InvitedMember {
  readonly id: string;
  readonly role: Role;
  readonly membershipId: string | null;
  readonly licenses: Prisma.JsonValue;
}

type Events = IdentityPluginHost['events'];

/**
 * The pending invitation of an INVITED entry, which has the invitation's id. The effect and the response are the same with and
 * without an account, so that the caller does not learn whether an email has one.
 */
export async function findInvitedMember(
  tx: Transaction,
  { tenantId, membershipId }: MemberInput,
): Promise<InvitedMember | null> {
  if (!isUuid(membershipId)) return null;
  // Older pending memberships have their own id instead of the invitation's.
  const entry = { OR: [{ id: membershipId }, { membershipId }] };
  return tx.invitation.findFirst({ where: { tenantId, AND: [entry, whereStatus('PENDING')] } });
}

/** Changes the role that the invited user will have. */
export async function updateInvitedMember(
  tx: Transaction,
  events: Events,
  input: MemberInput & { invited: InvitedMember; changes: MemberChanges },
) {
  const { tenantId, principal, invited, changes } = input;
  if (changes.status) {
    throw validationFailed([{ path: 'status', message: 'the user has not accepted the invitation yet' }]);
  }
  const role = changes.role ?? invited.role;
  const { updatedAt } = await tx.invitation.update({ where: { id: invited.id }, data: { role } });
  await tx.membership.updateMany({ where: membershipOf(invited), data: { role } });
  if (role !== invited.role) {
    await events.publish(tx, {
      type: 'member.role_changed',
      tenantId,
      actor: actorOf(principal),
      subjectId: invited.id,
      data: { membershipId: invited.id, role, previousRole: invited.role },
    });
  }
  return { id: invited.id, userId: null, status: 'INVITED' as const, role, updatedAt };
}

/** Revokes the invitation: its link no longer works. */
export async function revokeInvited(
  tx: Transaction,
  events: Events,
  { tenantId, actor, invited }: { tenantId: string; actor: Actor; invited: InvitedMember },
): Promise<void> {
  await tx.invitation.update({ where: { id: invited.id }, data: { status: 'REVOKED', membershipId: null } });
  await tx.membership.deleteMany({ where: membershipOf(invited) });
  await events.publish(tx, {
    type: 'invitation.revoked',
    tenantId,
    actor,
    subjectId: invited.id,
    data: licenseData(licensesOf(invited)),
  });
}

/** The pending membership. Without an account there is no row with this id, but the statement is the same. */
const membershipOf = ({ id, membershipId }: InvitedMember) => ({ id: membershipId ?? id, status: 'INVITED' as const });
