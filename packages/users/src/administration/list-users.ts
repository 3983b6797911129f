import { type Actor, isUuid } from '@org/identity-core';
import { type Database, type IdentityPluginHost, type Prisma, recordSearch, UserStatus } from '@org/identity-prisma';
import { maxMatches, searchUserIds } from './search-user-ids.js';

export interface ListedUser {
  id: string;
  email: string;
  displayName: string | null;
  /** DELETED: the account is closed and waits to be erased. */
  status: UserStatus;
  superAdmin: boolean;
  createdAt: Date;
}

export interface UsersQuery {
  page: number;
  limit: number;
  /** The beginning of a word of a name or of an email, or a whole id. */
  search?: string | undefined;
  status?: UserStatus | undefined;
  /** Only active users without a second factor. */
  lacksSecondFactor?: boolean | undefined;
}

/** The same for an operator who is known. That somebody has searched is an event; before the result is returned. */
export async function searchUsers(
  host: Pick<IdentityPluginHost, 'db' | 'events' | 'vault'>,
  { actor, ...query }: UsersQuery & { actor: Actor },
) {
  const result = await listUsers(host.db, query);
  const { search: text, page } = query;
  const { total: found } = result.pagination;
  if (text) await recordSearch(host, { actor, place: 'people', text, found, continued: page > 1 });
  return result;
}

/**
 * Lists the users of the platform for an operator: the oldest first, and those that a search has found by what was found.
 * No total counts users: without a search it is a sum of counters, with a search it is at most `maxMatches`.
 */
export async function listUsers(db: Database, query: UsersQuery) {
  const { page, limit } = query;
  const { rows, total } = query.search ? await find(db, query, query.search) : await listOf(db, query);
  const users: ListedUser[] = rows.map(({ disabledAt, deletedAt, ...user }) => ({
    ...user,
    status: statusOf({ disabledAt, deletedAt }),
  }));
  return { users, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

const listOf = (db: Database, query: UsersQuery) =>
  query.lacksSecondFactor ? listLacking(db, query) : list(db, query);

/** Reads a partial index of these users, and counts no more of them than a search finds. */
async function listLacking(db: Database, { page, limit, status = 'ACTIVE' }: UsersQuery) {
  if (status !== 'ACTIVE') return { rows: [], total: 0 };
  const where = lacking;
  const [rows, counted] = await Promise.all([
    db.user.findMany({ where, orderBy: { id: 'asc' }, skip: (page - 1) * limit, take: limit, select: fields }),
    db.user.findMany({ where, orderBy: { id: 'asc' }, take: maxMatches, select: { id: true } }),
  ]);
  return { rows, total: counted.length };
}

async function list(db: Database, { page, limit, status }: UsersQuery) {
  const where = status ? having[status] : {};
  const [rows, { _sum }] = await Promise.all([
    db.user.findMany({ where, orderBy: { id: 'asc' }, skip: (page - 1) * limit, take: limit, select: fields }),
    db.userCount.aggregate({ where: status ? { status } : {}, _sum: { count: true } }),
  ]);
  return { rows, total: Number(_sum.count ?? 0) };
}

async function find(db: Database, { page, limit, status, lacksSecondFactor = false }: UsersQuery, search: string) {
  if (isUuid(search)) {
    const where = { AND: [{ id: search }, status ? having[status] : {}, lacksSecondFactor ? lacking : {}] };
    const rows = await db.user.findMany({ where, select: fields });
    return { rows: page === 1 ? rows : [], total: rows.length };
  }
  const statuses = status ? [status] : Object.values(UserStatus);
  const skip = (page - 1) * limit;
  const { ids, total } = await searchUserIds(db, { search, statuses, lacksSecondFactor, skip, limit });
  const found = await db.user.findMany({ where: { id: { in: ids } }, select: fields });
  const byId = new Map(found.map((user) => [user.id, user]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** The state of an account, for an operator. A disabled account stays DISABLED while it waits to be erased. */
export function statusOf(user: { disabledAt: Date | null; deletedAt: Date | null }): UserStatus {
  if (user.disabledAt) return 'DISABLED';
  return user.deletedAt ? 'DELETED' : 'ACTIVE';
}

const fields = {
  id: true,
  email: true,
  displayName: true,
  superAdmin: true,
  createdAt: true,
  disabledAt: true,
  deletedAt: true,
} satisfies Prisma.UserSelect;

const lacking = { mfaEnabled: false, disabledAt: null, deletedAt: null } satisfies Prisma.UserWhereInput;

const having = {
  ACTIVE: { disabledAt: null, deletedAt: null },
  DISABLED: { disabledAt: { not: null } },
  DELETED: { disabledAt: null, deletedAt: { not: null } },
} satisfies Record<UserStatus, Prisma.UserWhereInput>;
