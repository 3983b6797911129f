import { containing, type Database } from '@org/identity-prisma';
import { soonDays } from './needs-attention.js';

export interface SubscribersQuery {
  page: number;
  limit: number;
  /** A part of the slug or the name. */
  search?: string | undefined;
  /** Only those with a subscription that ends within 30 days. */
  ending?: boolean;
}

/** The tenants by slug, each with its number of subscriptions, for an operator. The page after the last one is empty. */
export async function listSubscribers(db: Database, { page, limit, search, ending = false }: SubscribersQuery) {
  const contains = containing(search ?? '');
  const now = Date.now();
  const soon = { gte: new Date(now), lt: new Date(now + soonDays * 24 * 60 * 60 * 1000) };
  const where = {
    closingAt: null,
    ...(search ? { OR: [{ slug: contains }, { name: contains }] } : {}),
    ...(ending ? { subscriptions: { some: { status: 'ACTIVE' as const, expiresAt: soon } } } : {}),
  };
  const select = { id: true, slug: true, name: true, _count: { select: { subscriptions: true } } };
  // One row more than the page has says whether there is a next page.
  const paging = { skip: (page - 1) * limit, take: limit + 1 };
  const rows = await db.tenant.findMany({ where, orderBy: { slug: 'asc' }, select, ...paging });
  const tenants = rows
    .slice(0, limit)
    .map(({ _count, ...tenant }) => ({ ...tenant, subscriptions: _count.subscriptions }));
  return { tenants, pages: rows.length > limit ? page + 1 : page };
}
