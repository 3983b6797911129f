import type { Database, Prisma } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/normalize-email.js';

export type UserStatus = 'ACTIVE' | 'DISABLED' | 'DELETED';

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
  /** A part of the email or of a name. */
  search?: string | undefined;
  status?: UserStatus | undefined;
}

/** Lists the users of the platform for an operator, the oldest first. */
export async function listUsers(db: Database, { page, limit, search, status }: UsersQuery) {
  const where = { AND: [search ? matching(search) : {}, status ? having[status] : {}] };
  const [rows, total] = await Promise.all([
    db.user.findMany({ where, orderBy: { id: 'asc' }, skip: (page - 1) * limit, take: limit, select: fields }),
    db.user.count({ where }),
  ]);
  const users: ListedUser[] = rows.map(({ disabledAt, deletedAt, ...user }) => ({
    ...user,
    status: statusOf({ disabledAt, deletedAt }),
  }));
  return { users, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
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

const having = {
  ACTIVE: { disabledAt: null, deletedAt: null },
  DISABLED: { disabledAt: { not: null } },
  DELETED: { disabledAt: null, deletedAt: { not: null } },
} satisfies Record<UserStatus, Prisma.UserWhereInput>;

function matching(search: string): Prisma.UserWhereInput {
  const contains = { contains: search, mode: 'insensitive' as const };
  return {
    OR: [
      { normalizedEmail: { contains: normalizeEmail(search) } },
      { displayName: contains },
      { givenName: contains },
      { familyName: contains },
    ],
  };
}
