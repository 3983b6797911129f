import type { AreaIn, ConsoleVisit } from '@org/identity-core';
import { isOpenTo, pathOf, textsOf } from './area-parts.js';

export interface AreaLink {
  readonly href: string;
  readonly name: string;
  /** Whether it leads to this page, or to the area that this page belongs to. */
  readonly current: boolean;
  /** How many things wait there. */
  readonly count: number;
}

/** A row of the navigation: a link, or a label, perhaps with links below it. */
export interface NavigationGroup {
  /** Undefined in a console without groups. `overview` is that of its first page, `more` that of the areas without a group. */
  readonly group: string | undefined;
  readonly label: string;
  /** The area that the row itself leads to. */
  readonly head: AreaLink | undefined;
  readonly links: readonly AreaLink[];
}

/** The navigation: every area of the console that the visitor can open, in its group. */
export async function navigationOf<Visit extends ConsoleVisit>(
  visit: Visit,
  { area: here, areas }: { readonly area: AreaIn<Visit>; readonly areas: readonly AreaIn<Visit>[] },
  { groups, labels }: { readonly groups: readonly string[]; readonly labels: Readonly<Record<string, string>> },
): Promise<NavigationGroup[]> {
  const shown = areas.filter(
    (area) => area.parent === undefined && area.sectionOf === undefined && isOpenTo(area, visit),
  );
  const links = await Promise.all(
    shown.map(async (area) => ({
      group: area.path === '' ? 'overview' : (area.group ?? 'more'),
      href: pathOf(visit.base, area.path),
      name: textsOf(area, visit.language).name,
      current: area.path === (here.parent ?? here.sectionOf ?? here.path),
      count: (await area.badge?.(visit)) ?? 0,
    })),
  );
  const rowOf = (group: string | undefined, link: AreaLink) => ({ group, label: link.name, head: link, links: [] });
  if (!shown.some(({ group }) => group !== undefined)) return links.map((link) => rowOf(undefined, link));
  return [
    ...links.filter(({ group }) => group === 'overview').map((link) => rowOf('overview', link)),
    ...[...groups, 'more'].flatMap((group): NavigationGroup[] => {
      const inGroup = links.filter((link) => link.group === group);
      const [first, ...others] = inGroup;
      if (!first) return [];
      // A label that only repeats its link would say everything twice.
      if (others.length === 0) return [rowOf(group, first)];
      const { [group]: label = group } = labels;
      const head = inGroup.find(({ name }) => name === label);
      return [{ group, label, head, links: inGroup.filter((link) => link !== head) }];
    }),
  ];
}
