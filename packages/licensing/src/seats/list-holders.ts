import { isUuid, type Principal } from '@org/identity-core';
import { type Database, Prisma } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { type LicenseRow, licenseColumns, licenseState, type Reason } from '../check/license-state.js';
import { applicationNotFound } from './application-not-found.js';
import { findActiveMembers } from './find-active-members.js';

export interface HoldersInput {
  principal: Principal;
  applicationId: string;
  search?: string | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
  limit: number;
}

export interface Holder {
  userId: string;
  membershipId: string;
  email: string;
  displayName: string | null;
  licenseTypeName: string;
  assignedAt: Date;
  /** Whether the seat can be used, or why not. */
  reason: Reason;
}

type Row = LicenseRow & Omit<Holder, 'reason'>;

/**
 * Who has a seat of an application: all in the order of their ids, or those that a search finds, in alphabetical order. With
 * seats that cannot be used at the moment. `next` is the value to continue with; undefined on the last page.
 */
export async function listHolders(
  db: Database,
  input: HoldersInput,
): Promise<{ holders: Holder[]; next: string | undefined }> {
  const { applicationId, search = '', after = '', limit } = input;
  const tenantId = tenantOf(manager(input.principal, 'licenses:read'));
  if (!isUuid(applicationId)) throw applicationNotFound();
  const within = Prisma.sql`tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid`;
  if (search.trim() !== '') {
    const { members, next } = await findActiveMembers(db, { ...input, tenantId, search, hasSeat: true });
    const ids = members.map(({ userId }) => userId);
    const found = await holdersOf(db, Prisma.sql`${within} AND user_id = ANY(${ids}::uuid[])`, limit);
    return { holders: ids.flatMap((id) => found.filter(({ userId }) => userId === id)), next };
  }
  const from = isUuid(after) ? Prisma.sql`AND user_id > ${after}::uuid` : Prisma.empty;
  const holders = await holdersOf(db, Prisma.sql`${within} ${from}`, limit + 1);
  const shown = holders.slice(0, limit);
  return { holders: shown, next: holders.length > limit ? shown.at(-1)?.userId : undefined };
}

/** The first holders of the seats that match a condition. The page is limited before anything is joined. */
async function holdersOf(db: Database, where: Prisma.Sql, limit: number): Promise<Holder[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.user_id AS "userId", m.id AS "membershipId", u.email, u.display_name AS "displayName",
           ${Prisma.raw(licenseColumns)}
    FROM (
      SELECT user_id, tenant_id, assigned_at, subscription_id FROM identity.seats
      WHERE ${where} ORDER BY user_id LIMIT ${Prisma.raw(String(Math.trunc(limit)))}
    ) s
    JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    JOIN identity.memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
    JOIN identity.users u ON u.id = s.user_id
    ORDER BY s.user_id`;
  return rows.map((row) => {
    const { userId, membershipId, email, displayName, licenseTypeName, assignedAt } = row;
    const { reason } = licenseState(row);
    return { userId, membershipId, email, displayName, licenseTypeName, assignedAt, reason };
  });
}
