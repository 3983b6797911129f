import type { Database } from '@org/identity-prisma';

/** How many groups the form offers. The API accepts every group. */
const maxGroups = 50;

/** The groups that can get a role: those that have one, and the first of the directory's own by name. */
export async function listRuledGroups(
  db: Database,
  { directoryId, chosen }: { directoryId: string; chosen: readonly string[] },
) {
  const find = (where: object) =>
    db.group.findMany({ where, orderBy: { nameKey: 'asc' }, take: maxGroups, select: { id: true, name: true } });
  const [ruled, others] = await Promise.all([
    find({ id: { in: [...chosen] } }),
    find({ id: { notIn: [...chosen] }, directory: { directoryId } }),
  ]);
  return [...ruled, ...others].slice(0, maxGroups);
}
