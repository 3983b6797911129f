import type { Database, Transaction } from '@org/identity-prisma';
import { z } from 'zod';

/** What a reader learns of a badge. */
export const ReadBadge = z.object({ userId: z.string() });

/** The badge of a member; undefined if they have none. */
export async function badgeOf(db: Database, member: { tenantId: string; userId: string }) {
  const [badge] = await db.$queryRaw<{ number: string }[]>`
    SELECT number FROM badges.badges
    WHERE tenant_id = ${member.tenantId}::uuid AND user_id = ${member.userId}::uuid ORDER BY id DESC LIMIT 1`;
  return badge;
}

/** Finds the member who holds a badge; undefined if there is no such badge. */
export async function holderOf(db: Transaction, number: string) {
  const [badge] = await db.$queryRaw<{ tenantId: string; userId: string }[]>`
    SELECT tenant_id AS "tenantId", user_id AS "userId" FROM badges.badges WHERE number = ${number}`;
  return badge;
}
