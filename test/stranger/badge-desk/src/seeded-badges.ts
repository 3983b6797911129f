import { EnteredEmail, type SeedSection, text } from '@org/identity-core';
import { type Transaction, uuidV7 } from '@org/identity-prisma';
import { z } from 'zod';
import { BadgeNumber } from './issue-badge.js';

const BadgeSeed = z.strictObject({ tenant: text(100), member: EnteredEmail, number: BadgeNumber });
/** A badge in a seed. */
export type BadgeSeed = z.input<typeof BadgeSeed>;

/** The section `badges` of the seed. */
export const seededBadges: SeedSection<Transaction, z.output<typeof BadgeSeed>> = {
  kind: 'badge',
  entry: () => BadgeSeed,
  nameOf: ({ number }) => number,
  after: ['tenants', 'users'],
  async write(tx, badges, seed) {
    for (const { tenant, member, number } of badges)
      await tx.$executeRaw`
        INSERT INTO badges.badges (id, tenant_id, user_id, number)
        VALUES (${uuidV7()}::uuid, ${seed.idOf('tenants', tenant)}::uuid, ${seed.idOf('users', member)}::uuid, ${number})
        ON CONFLICT DO NOTHING`;
    return new Map();
  },
  async read(tx, badges) {
    const numbers = badges.map(({ number }) => number);
    const found = await tx.$queryRaw<{ number: string }[]>`
      SELECT number FROM badges.badges WHERE number = ANY(${numbers})`;
    return found.map(({ number }) => ({ kind: 'badge', name: number, fields: {} }));
  },
};
