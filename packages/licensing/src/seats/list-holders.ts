import { isUuid, type Principal } from '@org/identity-core';
import { type Database, Prisma } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { type LicenseRow, licenseColumns, licenseState, type Reason } from '../check/license-state.js';
import { applicationNotFound } from './application-not-found.js';
import { findActiveMembers, rowsOf } from './find-active-members.js';

export interface HoldersInput {
  principal: Principal;
  applicationId: string;
  search?: string | undefined;
  /** Only seats that were not used for so many days. A seat that was never used counts from the day it was assigned. */
  idleDays?: number | undefined;
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
  /** Null before the first use. */
  lastUsedAt: Date | null;
  /** Whether the seat can be used, or why not. */
  reason: Reason;
}

type Row = LicenseRow & Omit<Holder, 'reason'>;

/** How many seats are looked at for a page of idle ones. If few of them are idle, the page is short and `next` continues. */
const maxLookedAt = 5_000;

/**
 * Who has a seat of an application: all in the order of their ids, or those that a search finds, in alphabetical order. With
 * seats that cannot be used at the moment. `next` is the value to continue with; undefined on the last page.
 */
export async function listHolders(
  db: Database,
  input: HoldersInput,
): Promise<{ holders: Holder[]; next: string | undefined }> {
  const { applicationId, search = '', after = '', limit, idleDays } = input;
  const tenantId = tenantOf(manager(input.principal, 'licenses:read'));
  if (!isUuid(applicationId)) throw applicationNotFound();
  const within = Prisma.sql`tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid`;
  if (search.trim() !== '') {
    const { members, next } = await findActiveMembers(db, { ...input, tenantId, search, hasSeat: true });
    const ids = members.map(({ userId }) => userId);
    const found = await holdersOf(db, {
      where: Prisma.sql`${within} AND user_id = ANY(${ids}::uuid[])`,
      limit,
      idleDays,
    });
    return { holders: ids.flatMap((id) => found.filter(({ userId }) => userId === id)), next };
  }
  const from = isUuid(after) ? Prisma.sql`AND user_id > ${after}::uuid` : Prisma.empty;
  const where = Prisma.sql`${within} ${from}`;
  const holders = await holdersOf(db, { where, limit: limit + 1, idleDays });
  const shown = holders.slice(0, limit);
  if (holders.length > limit) return { holders: shown, next: shown.at(-1)?.userId };
  return { holders: shown, next: idleDays === undefined ? undefined : await lastLookedAt(db, where) };
}

/** The last seat that was looked at, if there may be more. */
async function lastLookedAt(db: Database, where: Prisma.Sql): Promise<string | undefined> {
  const [last] = await db.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM identity.seats WHERE ${where}
    ORDER BY user_id LIMIT 1 OFFSET ${rowsOf(maxLookedAt - 1)}`;
  return last?.userId;
}

/** The first holders of the seats that match a condition. The page is limited before anything is joined. */
async function holdersOf(
  db: Database,
  { where, limit, idleDays }: { where: Prisma.Sql; limit: number; idleDays: number | undefined },
): Promise<Holder[]> {
  const columns = Prisma.sql`id, user_id, tenant_id, assigned_at, last_used_at, reclaim_mail_at, subscription_id`;
  const looked = (upTo: number) =>
    Prisma.sql`SELECT ${columns} FROM identity.seats WHERE ${where} ORDER BY user_id LIMIT ${rowsOf(upTo)}`;
  const seats =
    idleDays === undefined
      ? looked(limit)
      : Prisma.sql`
        SELECT ${columns} FROM (${looked(maxLookedAt)}) looked
        WHERE coalesce(last_used_at, assigned_at) < now() - make_interval(days => ${idleDays}::int)
        ORDER BY user_id LIMIT ${rowsOf(limit)}`;
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.user_id AS "userId", m.id AS "membershipId", account.email, account.display_name AS "displayName",
           s.last_used_at AS "lastUsedAt", ${Prisma.raw(licenseColumns)}
    FROM (${seats}) s
    JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    JOIN identity.memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
    JOIN identity.users account ON account.id = s.user_id
    ORDER BY s.user_id`;
  return rows.map((row) => {
    const { userId, membershipId, email, displayName, licenseTypeName, assignedAt, lastUsedAt } = row;
    const { reason } = licenseState(row);
    return { userId, membershipId, email, displayName, licenseTypeName, assignedAt, lastUsedAt, reason };
  });
}
