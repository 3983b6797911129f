import type { Pool } from 'pg';
import type { Transaction } from '../database-types.js';
import { run, statement } from '../fast-path/statement.js';
import { Prisma } from '../generated/client.js';

// The user is the first lock of the lock order: see `lock-order.ts`.

/** The columns of a user that are read with the lock. */
export interface LockedUser {
  email: string;
  locale: string | null;
  /** Increases when the password or a second factor changes, and when the account is deleted or disabled. */
  epoch: number;
  superAdmin: boolean;
  /** Whether the account has a second factor. */
  mfaEnabled: boolean;
}

/** The SQL condition for a user who can sign in: neither deleted nor disabled. */
export const activeUser = Prisma.sql`deleted_at IS NULL AND disabled_at IS NULL`;

const rowOf = (userId: string, condition: Prisma.Sql) => Prisma.sql`
  SELECT email, locale, sign_in_epoch AS epoch, super_admin AS "superAdmin", mfa_enabled AS "mfaEnabled"
  FROM identity.users WHERE id = ${userId}::uuid AND ${condition}`;

/** Locks a user until the commit, to change the account. Returns undefined if no user matches the condition. */
export async function lockUserRow(
  tx: Transaction,
  userId: string,
  condition: Prisma.Sql = Prisma.sql`true`,
): Promise<LockedUser | undefined> {
  const [user] = await tx.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR UPDATE`;
  return user;
}

/** Locks several users until the commit, by id, to change their accounts. */
export async function lockUserRows(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM identity.users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR UPDATE`;
}

/** The same as `lockUserRow` without waiting: also returns undefined if another transaction has the lock. */
export async function lockUserRowIfFree(
  tx: Transaction,
  userId: string,
  condition: Prisma.Sql,
): Promise<LockedUser | undefined> {
  const [user] = await tx.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR UPDATE SKIP LOCKED`;
  return user;
}

/**
 * Takes a shared lock on a user, so that the row does not change until the commit. Returns undefined if no user matches the
 * condition. It waits for a change in progress; without a transaction it therefore reads the result of that change.
 */
export async function lockUserRowShared(
  db: Pick<Transaction, '$queryRaw'>,
  userId: string,
  condition: Prisma.Sql,
): Promise<LockedUser | undefined> {
  const [user] = await db.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR SHARE`;
  return user;
}

// A prepared statement: every sign-in needs it.
const epoch = statement(
  'user_epoch',
  `SELECT sign_in_epoch AS epoch FROM identity.users WHERE id = $1 AND deleted_at IS NULL AND disabled_at IS NULL FOR SHARE`,
);

/** The sign-in epoch of a user who can sign in. It waits for a change in progress, and reads the result of that change. */
export async function readSignInEpoch(pool: Pool, userId: string): Promise<number | undefined> {
  const { rows } = await run<Pick<LockedUser, 'epoch'>>(pool, epoch, [userId]);
  return rows[0]?.epoch;
}

/**
 * A query that locks the user with an email, as part of a larger statement. Where the response time must not reveal whether
 * an account exists, every request runs the same number of statements.
 */
export const lockUserByEmailSql = (normalizedEmail: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT id, email, locale FROM identity.users
  WHERE normalized_email = ${normalizedEmail} AND ${condition} FOR NO KEY UPDATE`;
