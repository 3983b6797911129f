import type { Transaction } from '@org/identity-prisma';

/*
 * Rows that name an email but no account: attempts that were refused before there was one, setup links, and visits that wait
 * for a proof. Providers and owners write emails in any case, so they are compared in lower case, by the indexes on it.
 */

interface Emails {
  readonly email: string;
  readonly normalizedEmail: string;
}

/** An export has the newest attempts; all are deleted after 30 days. */
const maxAttempts = 1_000;

/** The newest attempts with the email of a user. */
export async function attemptsWithEmail(db: Transaction, { email, normalizedEmail }: Emails): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.connection_attempts WHERE lower(email) IN (lower(${email}), ${normalizedEmail})
    ORDER BY id DESC LIMIT ${maxAttempts}`;
  return rows.map(({ id }) => id);
}

/** The setup links that were mailed to a user. */
export async function setupLinksTo(db: Transaction, { email, normalizedEmail }: Emails): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.setup_links WHERE lower(email) IN (lower(${email}), ${normalizedEmail})`;
  return rows.map(({ id }) => id);
}

/** Deletes all rows with the email of a user. Visits are few: they expire within an hour. */
export async function eraseEmail(tx: Transaction, { email, normalizedEmail }: Emails): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM identity.connection_attempts WHERE lower(email) IN (lower(${email}), ${normalizedEmail})`;
  await tx.$executeRaw`DELETE FROM identity.setup_links WHERE lower(email) IN (lower(${email}), ${normalizedEmail})`;
  await tx.$executeRaw`
    DELETE FROM identity.connection_visits WHERE lower(identity->>'email') IN (lower(${email}), ${normalizedEmail})`;
}
