import type { Principal } from '@org/identity-core';
import { type Database, requireManager } from '@org/identity-prisma';

/** The most rules that a tenant can have. */
export const maxRules = 100;

/** The license rules of a tenant, the oldest first: of one application, or all. */
export async function listRules(
  db: Database,
  { applicationId, ...call }: { tenantId: string; principal: Principal; applicationId?: string },
) {
  await requireManager(db, call);
  const rules = await db.licenseRule.findMany({
    where: { tenantId: call.tenantId, ...(applicationId === undefined ? {} : { applicationId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: maxRules,
  });
  return { rules };
}
