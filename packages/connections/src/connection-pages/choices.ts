import { hasSetupLink, type TenantVisit } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { ShownDomain } from '../domains/find-domain.js';
import { listDomains } from '../domains/list-domains.js';

/** How many groups the form offers. The API accepts every group. */
const maxGroups = 50;
/** How many names of domains stand in a sentence or a cell. */
const maxNamed = 3;

/** What the form of a connection offers. */
export interface Choices {
  readonly domains: readonly ShownDomain[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** The domains of a tenant, and its groups: those that are chosen already, and the first of the others by name. */
export async function readChoices(
  db: Database,
  { tenant, principal }: TenantVisit,
  chosen: readonly string[] = [],
): Promise<Choices> {
  const { domains } = await listDomains(db, { tenantId: tenant.id, principal });
  if (hasSetupLink(principal)) return { domains, groups: [] };
  const find = (id: { in: string[] } | { notIn: string[] }) =>
    db.group.findMany({
      where: { tenantId: tenant.id, source: 'MANUAL', id },
      orderBy: { nameKey: 'asc' },
      take: maxGroups,
      select: { id: true, name: true },
    });
  const [own, others] = await Promise.all([find({ in: [...chosen] }), find({ notIn: [...chosen] })]);
  return { domains, groups: [...own, ...others].slice(0, maxGroups) };
}

/** A few names of many. */
export function fewOf(names: readonly string[], more: (count: number) => string): string {
  const shown = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${shown} ${more(names.length - maxNamed)}` : shown;
}
