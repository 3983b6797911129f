import { isUuid, type Principal } from '@org/identity-core';
import {
  type Database,
  type IdentityPluginHost,
  LicenseRequestStatus,
  Prisma,
  requireManager,
} from '@org/identity-prisma';
import { settleDue } from '../seat-changes/what-is-due.js';
import { findRequests, type RequestEntry } from './find-requests.js';

export interface RequestsInput {
  tenantId: string;
  principal: Principal;
  status?: LicenseRequestStatus | undefined;
  applicationId?: string | undefined;
  page: number;
  limit: number;
}

export interface RequestPage {
  requests: RequestEntry[];
  pagination: { page: number; limit: number; total: number; pages: number };
}

/**
 * A page of the requests of a tenant, the newest first. Those that are WAITING are in the order of the waiting lists: by
 * license type, then by position.
 */
export async function listRequests(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, principal, status, applicationId, page, limit }: RequestsInput,
): Promise<RequestPage> {
  const { db } = services;
  await requireManager(db, { tenantId, principal });
  // Otherwise a user would be listed as waiting although a seat is free now.
  await settleDue(services, { tenantId });
  const pagination = (total: number) => ({ page, limit, total, pages: Math.ceil(total / limit) });
  if (applicationId !== undefined && !isUuid(applicationId)) return { requests: [], pagination: pagination(0) };
  const filter = { tenantId, applicationId, statuses: status ? [status] : Object.values(LicenseRequestStatus) };
  const ids = await pageOfIds(db, { ...filter, limit, offset: (page - 1) * limit });
  const requests = await findRequests(db, { tenantId, ids });
  return { requests, pagination: pagination(await countRequests(db, filter)) };
}

export interface RequestFilter {
  tenantId: string;
  applicationId?: string | undefined;
  statuses: readonly LicenseRequestStatus[];
}

async function pageOfIds(
  db: Database,
  { limit, offset, ...filter }: RequestFilter & { limit: number; offset: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    ${filter.statuses.length === 1 ? oneStatus(filter) : anyStatus(filter, limit + offset)} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}

function oneStatus(filter: RequestFilter): Prisma.Sql {
  const order = filter.statuses[0] === 'WAITING' ? Prisma.sql`license_type_id, waiting_number` : Prisma.sql`id DESC`;
  return Prisma.sql`SELECT id FROM identity.license_requests WHERE ${matches(filter)} ORDER BY ${order}`;
}

/** One query per status: an index has the rows of one status in the order of the list. */
function anyStatus({ statuses, ...filter }: RequestFilter, rows: number): Prisma.Sql {
  const branches = statuses.map(
    (status) => Prisma.sql`(
      SELECT id FROM identity.license_requests WHERE ${matches({ ...filter, statuses: [status] })}
      ORDER BY id DESC LIMIT ${rows})`,
  );
  return Prisma.sql`SELECT id FROM (${Prisma.join(branches, ' UNION ALL ')}) every ORDER BY id DESC`;
}

function matches({ tenantId, applicationId, statuses }: RequestFilter): Prisma.Sql {
  const ofApplication =
    applicationId === undefined ? Prisma.empty : Prisma.sql`AND application_id = ${applicationId}::uuid`;
  const [only = '', ...more] = statuses;
  // As a literal: the index of the waiting lists has only rows of one status.
  const ofStatus =
    more.length === 0
      ? Prisma.sql`status = ${Prisma.raw(`'${only}'`)}`
      : Prisma.sql`status = ANY(${statuses}::identity.license_request_status[])`;
  return Prisma.sql`tenant_id = ${tenantId}::uuid ${ofApplication} AND ${ofStatus}`;
}

/** How many requests a tenant has. */
export async function countRequests(db: Database, filter: RequestFilter): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM identity.license_requests WHERE ${matches(filter)}`;
  return row?.count ?? 0;
}
