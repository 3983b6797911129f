import type { Database } from '@org/identity-prisma';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import type { ShownDomain } from '../domains/find-domain.js';
import { listDomains } from '../domains/list-domains.js';

/** How many groups the form offers. The API accepts every group. */
const maxGroups = 50;
/** How many names of domains stand in a sentence or a cell. */
const maxNamed = 3;

/** What the form of a connection offers. */
export interface Choices {
  readonly domains: readonly ShownDomain[];
  readonly groups: readonly NamedGroup[];
  /** Groups that can give a role, also those that a directory keeps. */
  readonly ruledGroups: readonly NamedGroup[];
}

interface NamedGroup {
  readonly id: string;
  readonly name: string;
}

/** The domains of a tenant, and its groups: those that are chosen already, and the first of the others by name. */
export async function readChoices(
  db: Database,
  { tenant, principal }: SetupVisit,
  { chosen = [], ruled = [] }: { chosen?: readonly string[]; ruled?: readonly string[] } = {},
): Promise<Choices> {
  const { domains } = await listDomains(db, { tenantId: tenant.id, principal });
  if (hasSetupLink(principal)) return { domains, groups: [], ruledGroups: [] };
  const find = (id: { in: string[] } | { notIn: string[] }, source?: 'MANUAL') =>
    db.group.findMany({
      where: { tenantId: tenant.id, ...(source ? { source } : {}), id },
      orderBy: { nameKey: 'asc' },
      take: maxGroups,
      select: { id: true, name: true },
    });
  const few = async (first: readonly string[], source?: 'MANUAL') => {
    const found = await Promise.all([find({ in: [...first] }, source), find({ notIn: [...first] }, source)]);
    return found.flat().slice(0, maxGroups);
  };
  return { domains, groups: await few(chosen, 'MANUAL'), ruledGroups: await few(ruled) };
}

/** A few names of many. */
export function fewOf(names: readonly string[], more: (count: number) => string): string {
  const shown = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${shown} ${more(names.length - maxNamed)}` : shown;
}
