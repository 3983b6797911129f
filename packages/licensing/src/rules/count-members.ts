import type { Database, Role } from '@org/identity-prisma';

/** How many active members a rule for a role is for; `null` is everyone. Sums of counters, so no member is read. */
export async function countRuleMembers(db: Database, tenantId: string): Promise<(role: Role | null) => number> {
  const counts = await db.memberCount.findMany({ where: { tenantId, status: 'ACTIVE' } });
  return (role) =>
    counts.filter((one) => role === null || one.role === role).reduce((sum, { count }) => sum + count, 0);
}
