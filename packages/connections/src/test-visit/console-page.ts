import type { Database } from '@org/identity-prisma';

/** The page of the tenant's console from which connections are managed. */
export async function consolePageOf({ db }: { db: Database }, tenantId: string): Promise<string> {
  const tenant = await db.tenant.findUnique({ where: { id: tenantId, closingAt: null }, select: { slug: true } });
  return tenant ? `/console/${tenant.slug}` : '/console';
}
