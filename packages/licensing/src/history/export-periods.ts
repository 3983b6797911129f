import type { Principal } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, requireManagerOrMachine } from '@org/identity-prisma';
import { settleDue } from '../seat-changes/what-is-due.js';
import { type PeriodRow, periodColumns, wherePeriods } from './list-periods.js';

export interface ExportInput {
  tenantId: string;
  principal: Principal;
  applicationId?: string | undefined;
  userId?: string | undefined;
  /** Only the periods that ran at this moment. */
  at?: Date | undefined;
  /** Only the periods that ran at some time since `from` … */
  from?: Date | undefined;
  /** … and before `to`. */
  to?: Date | undefined;
}

/** How many rows are in memory at once. */
const pageSize = 1_000;

/**
 * The periods of a tenant that overlap a range, those of the newest seats first, page by page. The right to them is checked
 * for each page.
 */
export async function exportPeriods(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: ExportInput,
): Promise<AsyncGenerator<PeriodRow[]>> {
  await requireManagerOrMachine(services.db, input);
  await settleDue(services, { tenantId: input.tenantId });
  return pages(services.db, input);
}

async function* pages(db: IdentityPluginHost['db'], input: ExportInput): AsyncGenerator<PeriodRow[]> {
  const { from, to } = input;
  const where = wherePeriods(input.tenantId, input);
  if (!where) return;
  const overlaps = Prisma.sql`
    ${to ? Prisma.sql`AND period.started_at < ${to}::timestamptz` : Prisma.empty}
    ${from ? Prisma.sql`AND (period.ended_at IS NULL OR period.ended_at > ${from}::timestamptz)` : Prisma.empty}`;
  let after: string | undefined;
  do {
    await requireManagerOrMachine(db, input);
    const rest = after === undefined ? Prisma.empty : Prisma.sql`AND period.id < ${after}::uuid`;
    const rows: (PeriodRow & { id: string })[] = await db.$queryRaw`
      SELECT period.id, ${periodColumns} FROM identity.seat_periods period WHERE ${where} ${overlaps} ${rest}
      ORDER BY period.id DESC LIMIT ${pageSize}`;
    yield rows;
    after = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
  yield* pagesOfAgents(db, input);
}

/** The periods of agents, in the same way. A filter by user finds none. */
async function* pagesOfAgents(db: IdentityPluginHost['db'], input: ExportInput): AsyncGenerator<PeriodRow[]> {
  const { tenantId, applicationId, userId, at, from, to } = input;
  if (userId !== undefined) return;
  const where = {
    tenantId,
    ...(applicationId === undefined ? {} : { applicationId }),
    AND: [
      ...(to ? [{ startedAt: { lt: to } }] : []),
      ...(from ? [{ OR: [{ endedAt: null }, { endedAt: { gt: from } }] }] : []),
      ...(at ? [{ startedAt: { lte: at } }, { OR: [{ endedAt: null }, { endedAt: { gt: at } }] }] : []),
    ],
  };
  let after: string | undefined;
  do {
    await requireManagerOrMachine(db, input);
    const rows = await db.agentSeatPeriod.findMany({
      where: { ...where, ...(after === undefined ? {} : { id: { lt: after } }) },
      orderBy: { id: 'desc' },
      take: pageSize,
    });
    yield rows.map(({ clientId, applicationId: of, licenseTypeId, startedAt, endedAt, cause }) => ({
      userId: `agent:${clientId}`,
      applicationId: of,
      licenseTypeId,
      from: startedAt,
      to: endedAt,
      cause,
    }));
    after = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}
