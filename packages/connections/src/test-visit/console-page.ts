import type { Database } from '@org/identity-prisma';

/** The page of the tenant's console from which connections are managed. */
export async function consolePageOf({ db }: { db: Database }, tenantId: string): Promise<string> {
  const { slug } = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { slug: true } });
  return `/console/${slug}`;
}
