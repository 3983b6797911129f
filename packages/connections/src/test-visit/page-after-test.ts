import type { Database } from '@org/identity-prisma';
import { connectionPath, setupPath } from '../access/console-paths.js';

/** The page of the connection where the tester continues: in the tenant's console, or among those of the setup link. */
export async function pageAfterTest(
  { db }: { db: Database },
  visit: {
    readonly connectionId: string;
    readonly connection: { readonly tenantId: string };
    readonly setupLinkId: string | null;
  },
): Promise<string> {
  const { connectionId, connection, setupLinkId } = visit;
  if (setupLinkId !== null) return connectionPath(setupPath, connectionId);
  const where = { id: connection.tenantId, closingAt: null };
  const tenant = await db.tenant.findUnique({ where, select: { slug: true } });
  return tenant ? connectionPath(`/console/${tenant.slug}`, connectionId) : '/console';
}
