import { isUuid, type Principal } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, requireManagerOrMachine } from '@org/identity-prisma';
import { settleDue } from '../seat-changes/what-is-due.js';

/** From when to when a user held a seat, and why it ended. `to` and `cause` are null while it is held. */
export interface PeriodRow {
  userId: string;
  applicationId: string;
  licenseTypeId: string;
  from: Date;
  to: Date | null;
  cause: string | null;
}

export interface PeriodFilter {
  applicationId?: string | undefined;
  userId?: string | undefined;
  /** Only the periods that ran at this moment. */
  at?: Date | undefined;
}

export interface PeriodsInput extends PeriodFilter {
  tenantId: string;
  principal: Principal;
  page: number;
  limit: number;
}

/** A total of this size means: so many or more. */
export const maxTotal = 100_000;

/** A page of the periods in which members of a tenant held seats, those of the newest seats first. */
export async function listPeriods(services: Pick<IdentityPluginHost, 'db' | 'events'>, input: PeriodsInput) {
  const { db } = services;
  const { tenantId, page, limit } = input;
  await requireManagerOrMachine(db, input);
  await settleDue(services, { tenantId });
  const where = wherePeriods(tenantId, input);
  if (!where) return { periods: [], pagination: { page, limit, total: 0, pages: 0 } };
  const [periods, [counted]] = await Promise.all([
    // Only the index is read for the periods that are skipped.
    db.$queryRaw<PeriodRow[]>`
      SELECT ${periodColumns} FROM (
        SELECT id FROM identity.seat_periods period WHERE ${where}
        ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
      ) listed JOIN identity.seat_periods period USING (id) ORDER BY id DESC`,
    db.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM (
        SELECT 1 FROM identity.seat_periods period WHERE ${where} LIMIT ${maxTotal}) counted`,
  ]);
  const total = counted?.total ?? 0;
  return { periods, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** The columns of a row `period` as the API shows them. */
export const periodColumns = Prisma.sql`
  period.user_id AS "userId", period.application_id AS "applicationId", period.license_type_id AS "licenseTypeId",
  period.started_at AS "from", period.ended_at AS "to", period.cause`;

/** The condition for the periods of a filter. Undefined if an id has the wrong form, so that no period can match. */
export function wherePeriods(tenantId: string, { applicationId, userId, at }: PeriodFilter): Prisma.Sql | undefined {
  if ([applicationId, userId].some((id) => id !== undefined && !isUuid(id))) return undefined;
  const conditions = [
    Prisma.sql`period.tenant_id = ${tenantId}::uuid`,
    ...(applicationId === undefined ? [] : [Prisma.sql`period.application_id = ${applicationId}::uuid`]),
    ...(userId === undefined ? [] : [Prisma.sql`period.user_id = ${userId}::uuid`]),
    ...(at === undefined
      ? []
      : [
          Prisma.sql`period.started_at <= ${at}::timestamptz
            AND (period.ended_at IS NULL OR period.ended_at > ${at}::timestamptz)`,
        ]),
  ];
  return Prisma.join(conditions, ' AND ');
}
