import { type Confirmation, IdentityError, isIdentityError, type Principal, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { removeMember, updateMember } from '../members/change-member.js';
import type { FoundMember } from '../members/get-members.js';
import { RoleName } from '../schemas.js';
import type { memberPagesTexts } from './texts.js';

const MemberAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('role'), role: RoleName }),
  z.object({ action: z.enum(['suspend', 'reactivate', 'remove', 'leave']) }),
]);
export type MemberAction = z.output<typeof MemberAction>;

/** What a form asks to do with one or several members. */
export function readAction(form: Readonly<Record<string, string>>): MemberAction {
  return readForm(MemberAction, form);
}

/** The name of a member, or the email of one who has not entered a name. */
export function nameOf({ user }: Pick<FoundMember, 'user'>): string {
  return user.displayName ?? user.email;
}

/** Whether the action makes, unmakes or restores an owner. */
export function concernsOwners(action: MemberAction, members: readonly FoundMember[]): boolean {
  return (action.action === 'role' && action.role === 'owner') || members.some(({ role }) => role === 'owner');
}

/** Asks before the action. */
export function confirmationOf(
  action: MemberAction,
  members: readonly FoundMember[],
  { texts, roles, tenant }: { texts: (typeof memberPagesTexts)['en']; roles: Record<string, string>; tenant: string },
): Confirmation {
  const { confirm } = texts;
  const [count, first] = [members.length, members[0] ? nameOf(members[0]) : ''];
  const many = count > 1;
  if (action.action === 'role') {
    const role = roles[action.role] ?? '';
    return {
      title: many ? confirm.rolesTitle(count, role) : confirm.roleTitle(first, role),
      button: confirm.role,
      facts: [confirm.roleFacts[action.role]],
    };
  }
  if (action.action === 'leave')
    return { title: confirm.leaveTitle(tenant), button: confirm.leave, facts: [confirm.leaveFact] };
  const { one, several, button, facts } = confirm[action.action];
  return { title: many ? several(count) : one(first), button, facts };
}

/** Runs the action on each member with the use-cases of the API, one after the other. An error names whom it concerns. */
export async function runAction(
  host: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, principal }: { tenantId: string; principal: Principal },
  action: MemberAction,
  members: readonly FoundMember[],
): Promise<void> {
  for (const member of members) {
    const input = { tenantId, principal, membershipId: member.id };
    try {
      if (action.action === 'role') await updateMember(host, { ...input, changes: { role: action.role } });
      else if (action.action === 'suspend') await updateMember(host, { ...input, changes: { status: 'SUSPENDED' } });
      else if (action.action === 'reactivate') await updateMember(host, { ...input, changes: { status: 'ACTIVE' } });
      else await removeMember(host, input);
    } catch (error) {
      throw isIdentityError(error) && error.status < 500 ? concerning(error, nameOf(member)) : error;
    }
  }
}

/** The `details` of an error that concerns one of several members have this path. */
export const concernedPath = 'member';

function concerning(error: IdentityError, name: string): IdentityError {
  const { code, message, reason } = error;
  const details = [{ path: concernedPath, message: name }];
  return new IdentityError(code, message, { details, cause: error, ...(reason === undefined ? {} : { reason }) });
}
