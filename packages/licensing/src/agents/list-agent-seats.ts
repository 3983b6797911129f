import { isUuid, type Principal } from '@org/identity-core';
import { type Database, Prisma, requireManager } from '@org/identity-prisma';

export interface AgentSeatEntry {
  id: string;
  clientId: string;
  /** Null for a client that was deleted. */
  name: string | null;
  applicationId: string;
  licenseTypeId: string;
  licenseTypeName: string | null;
  assignedAt: Date;
  lastUsedAt: Date | null;
  endedAt: Date | null;
  cause: string | null;
}

export interface AgentSeatsInput {
  tenantId: string;
  principal: Principal;
  applicationId?: string | undefined;
  /** `true`: also those that have ended. */
  ended?: 'true' | 'false' | undefined;
  page: number;
  limit: number;
}

/** A page of the seats that agents hold in a tenant, or have held, the newest first. */
export async function listAgentSeats(db: Database, input: AgentSeatsInput) {
  const { tenantId, principal, applicationId, ended, page, limit } = input;
  await requireManager(db, { tenantId, principal });
  if (applicationId !== undefined && !isUuid(applicationId)) {
    return { agentSeats: [], pagination: { page, limit, total: 0, pages: 0 } };
  }
  const where = Prisma.sql`period.tenant_id = ${tenantId}::uuid
    ${applicationId === undefined ? Prisma.empty : Prisma.sql`AND period.application_id = ${applicationId}::uuid`}
    ${ended === 'true' ? Prisma.empty : Prisma.sql`AND period.ended_at IS NULL`}`;
  const [agentSeats, [counted]] = await Promise.all([
    // Each seat that is held has a period, which has not ended.
    db.$queryRaw<AgentSeatEntry[]>`
      SELECT period.id, period.client_id AS "clientId", client.name, period.application_id AS "applicationId",
             period.license_type_id AS "licenseTypeId", type.name AS "licenseTypeName",
             period.started_at AS "assignedAt", seat.last_used_at AS "lastUsedAt", period.ended_at AS "endedAt", period.cause
      FROM (
        SELECT * FROM identity.agent_seat_periods period WHERE ${where}
        ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
      ) period
      LEFT JOIN identity.agent_seats seat ON seat.id = period.id
      LEFT JOIN identity.clients client ON client.id = period.client_id
      LEFT JOIN identity.license_types type ON type.id = period.license_type_id
      ORDER BY period.id DESC`,
    db.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM identity.agent_seat_periods period WHERE ${where}`,
  ]);
  const total = counted?.total ?? 0;
  return { agentSeats, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
