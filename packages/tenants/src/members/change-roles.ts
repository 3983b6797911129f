import type { Members } from '@org/identity-core';
import { type IdentityPluginHost, lockTenantRows, type Transaction } from '@org/identity-prisma';
import { memberNotFound, tenantNotFound } from '../access/errors.js';
import { applyChanges, type Member } from './change-member.js';

type Changed = Parameters<Members<Transaction>['changeRoles']>[1];
type Found = Member & { readonly tenantId: string; readonly next: Member['role'] };

/** Gives members of several tenants other roles. Owners are changed one after the other, because a tenant keeps one. */
export async function changeRoles(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { members, actor }: Changed,
): Promise<void> {
  if (members.length === 0) return;
  const tenantIds = [...new Set(members.map(({ tenantId }) => tenantId))];
  if ((await lockTenantRows(tx, tenantIds)).length < tenantIds.length) throw tenantNotFound();
  const found = await findMembers(tx, members);
  if (found.length < members.length) throw memberNotFound();
  const changed = found.filter(({ role, next }) => role !== next);
  const isOwner = ({ role, next }: Found) => role === 'owner' || next === 'owner';
  for (const { tenantId, next, ...member } of changed.filter(isOwner))
    await applyChanges(tx, events, { tenantId, member, changes: { role: next }, actor });
  const others = changed.filter((one) => !isOwner(one));
  if (others.length === 0) return;
  const rows = others.map(({ id, next }) => ({ id, next }));
  await tx.$executeRaw`
    UPDATE identity.memberships SET role = next, updated_at = statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS changed(id uuid, next identity.role)
    WHERE memberships.id = changed.id`;
  await events.publishAll(
    tx,
    others.map(({ id, tenantId, userId, role, next }) => ({
      type: 'member.role_changed' as const,
      tenantId,
      actor,
      subjectId: userId,
      data: { membershipId: id, role: next, previousRole: role },
    })),
  );
}

/** The memberships, whose roles do not change while the tenants are locked. Somebody who is only invited is no member yet. */
function findMembers(tx: Transaction, members: Changed['members']): Promise<Found[]> {
  return tx.$queryRaw<Found[]>`
    SELECT m.id, m.tenant_id AS "tenantId", m.user_id AS "userId", m.role, m.status, wanted.role AS next
    FROM identity.memberships m
    JOIN jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS wanted("tenantId" uuid, "userId" uuid, role identity.role)
      ON m.tenant_id = wanted."tenantId" AND m.user_id = wanted."userId"
    WHERE m.status <> 'INVITED' ORDER BY m.id`;
}
