import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { tenantNotFound } from '../access/errors.js';
import { requireRight } from '../access/rights.js';
import { countMembers } from './count-members.js';
import { settingsOf } from './settings.js';

/** A tenant, for callers who may know of it. */
export async function getTenant(db: Database, input: { tenantId: string; principal: Principal }) {
  await requireRight(db, input.tenantId, input.principal, 'read the tenant');
  const [tenant, countOf] = await Promise.all([
    db.tenant.findUnique({ where: { id: input.tenantId } }),
    countMembers(db, [input.tenantId]),
  ]);
  if (!tenant) throw tenantNotFound();
  return { ...tenant, settings: settingsOf(tenant), memberCount: countOf(tenant.id) };
}
