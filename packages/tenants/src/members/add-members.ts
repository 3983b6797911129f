import { type Actor, type Members, validationFailed } from '@org/identity-core';
import { type IdentityPluginHost, lockTenantRows, type Transaction, uuidV7 } from '@org/identity-prisma';
import { tenantNotFound } from '../access/errors.js';
import { Slug } from '../slugs/slug.js';
import { addTenant } from '../tenant/create-tenant.js';
import { deleteTenantFor } from '../tenant/delete-tenant.js';
import { changeRoles } from './change-roles.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'logger'>;

/** The part of the service `members` that serves imports of many people. */
export function memberImport(
  services: Services,
): Pick<Members<Transaction>, 'addAll' | 'changeRoles' | 'createTenant' | 'deleteTenant'> {
  const { events } = services;
  return {
    deleteTenant: (tenant) => deleteTenantFor(services, { ...tenant, slugHoldDays: 0 }),
    addAll: (tx, added) => addMembers(tx, events, added),
    changeRoles: (tx, changed) => changeRoles(tx, events, changed),
    async createTenant(tx, { slug, ownerId, actor }) {
      const valid = Slug.safeParse(slug);
      if (!valid.success)
        throw validationFailed([{ path: 'slug', message: valid.error.issues[0]?.message ?? 'is not valid' }]);
      const { id } = await addTenant(tx, events, { name: slug, slug: valid.data, ownerId, actor });
      return { tenantId: id };
    },
  };
}

/**
 * Adds accounts that can sign in as active members. Their rows are locked or were created in this transaction, so nobody can
 * disable them before the commit, and only the tenants are left to lock.
 */
async function addMembers(
  tx: Transaction,
  events: Services['events'],
  { members, actor }: Parameters<Members<Transaction>['addAll']>[1],
): Promise<void> {
  if (members.length === 0) return;
  const tenantIds = [...new Set(members.map(({ tenantId }) => tenantId))];
  if ((await lockTenantRows(tx, tenantIds)).length < tenantIds.length) throw tenantNotFound();
  const rows = members.map((member) => ({ id: uuidV7(), ...member }));
  await tx.$executeRaw`
    INSERT INTO identity.memberships (id, tenant_id, user_id, role, status, joined_at)
    SELECT id, "tenantId", "userId", role, 'ACTIVE', statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS member(
      id uuid, "tenantId" uuid, "userId" uuid, role identity.role)`;
  await events.publishAll(
    tx,
    rows.map((row) => added(row, actor)),
  );
}

interface AddedMember {
  id: string;
  tenantId: string;
  userId: string;
  role: string;
}

const added = ({ id, tenantId, userId, role }: AddedMember, actor: Actor) =>
  ({ type: 'member.added', tenantId, actor, subjectId: userId, data: { membershipId: id, role } }) as const;
