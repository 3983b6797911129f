import type { PersonalData } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** The badges of a user, and where they were used. */
export const badgeData = ({ pool }: Pick<IdentityPluginHost, 'pool'>): PersonalData<Transaction> => ({
  models: [],
  async collect(userId) {
    const badges = await pool.query('SELECT number, issued_at FROM badges.badges WHERE user_id = $1', [userId]);
    const visits = await pool.query('SELECT seen_at FROM badges.visits WHERE user_id = $1', [userId]);
    return { badges: badges.rows, visits: visits.rows };
  },
  async erase(tx, userId) {
    await tx.$executeRaw`DELETE FROM badges.badges WHERE user_id = ${userId}::uuid`;
    // The visit still counts, but nobody can say whose it was.
    await tx.$executeRaw`UPDATE badges.visits SET user_id = NULL WHERE user_id = ${userId}::uuid`;
  },
});
