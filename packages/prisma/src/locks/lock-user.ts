import type { Transaction } from '../database.js';
import { Prisma } from '../generated/client.js';

// The first lock of the order: see `lock-order.ts`.

/** What is read of a user with the lock. */
export interface LockedUser {
  email: string;
  locale: string | null;
  /** How often what opens the account has changed. */
  epoch: number;
}

/** A user who can sign in. */
export const activeUser = Prisma.sql`deleted_at IS NULL AND disabled_at IS NULL`;

const rowOf = (userId: string, condition: Prisma.Sql) => Prisma.sql`
  SELECT email, locale, sign_in_epoch AS epoch FROM identity.users WHERE id = ${userId}::uuid AND ${condition}`;

/** Locks a user until the commit, for a change of the account; undefined if there is none of that condition. */
export async function lockUserRow(
  tx: Transaction,
  userId: string,
  condition: Prisma.Sql = Prisma.sql`true`,
): Promise<LockedUser | undefined> {
  const [user] = await tx.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR UPDATE`;
  return user;
}

/** The same, but does not wait: undefined also if another transaction has the lock. */
export async function lockUserRowIfFree(
  tx: Transaction,
  userId: string,
  condition: Prisma.Sql,
): Promise<LockedUser | undefined> {
  const [user] = await tx.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR UPDATE SKIP LOCKED`;
  return user;
}

/**
 * Keeps a user as it is until the commit, and lets others do the same; undefined if there is none of that condition. Waits
 * for a change that is being made, so without a transaction it reads what comes of that change.
 */
export async function lockUserRowShared(
  db: Pick<Transaction, '$queryRaw'>,
  userId: string,
  condition: Prisma.Sql,
): Promise<LockedUser | undefined> {
  const [user] = await db.$queryRaw<LockedUser[]>`${rowOf(userId, condition)} FOR SHARE`;
  return user;
}

/**
 * The query that locks the user of an email, as a part of a statement that does more: where it must not be seen whether
 * there is an account, every request has the same number of statements.
 */
export const lockUserByEmailSql = (normalizedEmail: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT id, email, locale FROM identity.users
  WHERE normalized_email = ${normalizedEmail} AND ${condition} FOR NO KEY UPDATE`;
