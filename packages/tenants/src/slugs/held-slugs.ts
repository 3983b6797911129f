import type { Job } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

const defaultDays = 90;
/** A limit that catches milliseconds given by mistake. */
const maxDays = 3650;

/** The number of days for which the slug of a deleted tenant is held; throws if it is not valid. */
export function readSlugHoldDays(days = defaultDays): number {
  if (Number.isInteger(days) && days >= 0 && days <= maxDays) return days;
  throw new Error(`The option "slugHoldDays" of tenants() must be a whole number of days from 0 to ${maxDays}.`);
}

/** Holds the slug of a tenant that is deleted in this transaction, because tokens and host names still contain it. */
export async function holdSlug(tx: Transaction, slug: string, days: number): Promise<void> {
  if (days === 0) return;
  await tx.$executeRaw`
    INSERT INTO identity.held_slugs (slug, held_until) VALUES (${slug}, now() + make_interval(days => ${days}::int))
    ON CONFLICT (slug) DO UPDATE SET held_until = excluded.held_until`;
}

/**
 * Whether a slug is held. Call it after the tenant was inserted: the unique index has then waited for a deletion in flight, so
 * the slug that this deletion holds is visible.
 */
export async function isHeld(tx: Transaction, slug: string): Promise<boolean> {
  return (await tx.heldSlug.count({ where: { slug, heldUntil: { gt: new Date() } } })) > 0;
}

/** Deletes slugs that are free again. */
export function heldSlugsJob({ pool }: Pick<IdentityPluginHost, 'pool'>): Job {
  return {
    name: 'free-held-slugs',
    everySeconds: 60 * 60,
    run: async () => {
      await pool.query('DELETE FROM identity.held_slugs WHERE held_until <= now()');
    },
  };
}
