import type { Database, Prisma } from '@org/identity-prisma';

/** How many groups the form offers. The API accepts every group. */
const maxGroups = 50;

interface Wanted {
  readonly tenantId: string;
  readonly directoryId: string;
  /** The groups that have a role. */
  readonly ruled: readonly string[];
}

/** The groups that can get a role: those that have one, then the directory's own, then the others, each by name. */
export async function listRuledGroups(db: Database, { tenantId, directoryId, ruled }: Wanted) {
  const find = (where: Prisma.GroupWhereInput) =>
    db.group.findMany({
      where: { tenantId, ...where },
      orderBy: { nameKey: 'asc' },
      take: maxGroups,
      select: { id: true, name: true },
    });
  const id = { notIn: [...ruled] };
  const own = { directory: { directoryId } };
  const found = await Promise.all([find({ id: { in: [...ruled] } }), find({ id, ...own }), find({ id, NOT: own })]);
  return found.flat().slice(0, maxGroups);
}
