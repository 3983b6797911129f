import type { Database } from '@org/identity-prisma';

export interface OpenRequests {
  readonly pending: number;
  readonly waiting: number;
}

/** How many requests of a tenant are open, by application. */
export async function countOpenRequests(db: Database, tenantId: string): Promise<Map<string, OpenRequests>> {
  const rows = await db.$queryRaw<({ applicationId: string } & OpenRequests)[]>`
    SELECT application_id AS "applicationId", count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
           count(*) FILTER (WHERE status = 'WAITING')::int AS waiting
    FROM identity.license_requests WHERE tenant_id = ${tenantId}::uuid AND status IN ('PENDING', 'WAITING') GROUP BY 1`;
  return new Map(rows.map(({ applicationId, ...counts }) => [applicationId, counts]));
}
