import type { Database } from '@org/identity-prisma';
import { connectionPath } from '../access/console-paths.js';

/** The page of the connection in the tenant's console: there the owner continues after a test. */
export async function consolePageOf(
  { db }: { db: Database },
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<string> {
  const tenant = await db.tenant.findUnique({ where: { id: tenantId, closingAt: null }, select: { slug: true } });
  return tenant ? connectionPath(`/console/${tenant.slug}`, connectionId) : '/console';
}
