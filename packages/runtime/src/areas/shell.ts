import { type AreaIn, brandOfTenant, type ConsoleIn, type ConsoleLink, type ConsoleVisit } from '@org/identity-core';
import { maxPageTenants } from '@org/identity-prisma';
import { hrefOf, type Language, languages } from '@org/identity-ui';
import { isOpenTo, isVisitorOfKind, pathOf } from './area-parts.js';
import type { AreaServices } from './area-services.js';
import { type NavigationGroup, navigationOf } from './navigation.js';
import { readPageUser } from './page-user.js';
import { areasTexts } from './texts.js';

/** What surrounds the content of every page of a console. */
export interface Shell {
  /** What the navigation is about, for screen readers. */
  readonly navigation: string;
  /** What all pages of the console are about, such as the name of a tenant. */
  readonly subject: string | undefined;
  /** The URLs of the tenant's images, in the console of a tenant that has them. */
  readonly logo: string | undefined;
  readonly favicon: string | undefined;
  readonly groups: readonly NavigationGroup[];
  readonly person: { readonly name: string | null; readonly email: string } | undefined;
  /** The user's tenants, if there is a choice. */
  readonly switcher: Switcher | undefined;
  readonly search: { readonly action: string; readonly label: string } | undefined;
  readonly otherConsoles: readonly ConsoleLink[];
  readonly languages: readonly { readonly language: Language; readonly href: string; readonly current: boolean }[];
  readonly hidden: Readonly<Record<string, string>>;
  /** Where the sign-out form is sent. */
  readonly signOut: string | undefined;
}

export interface Switcher {
  readonly tenants: readonly { readonly href: string; readonly name: string; readonly current: boolean }[];
  /** Whether the user has more tenants than these. */
  readonly more: boolean;
}

/** A page, and the console around it. */
interface ShownIn<Visit extends ConsoleVisit> {
  readonly console: ConsoleIn<Visit>;
  readonly area: AreaIn<Visit>;
  readonly areas: readonly AreaIn<Visit>[];
}

/** The bar is on every page of a console, so it does not repeat a large `data:` URL. */
const maxLogoLength = 4096;

/** Reads what the bar and the navigation show, with the numbers beside the links. */
export async function shellOf<Visit extends ConsoleVisit>(
  { pool, signOut }: Pick<AreaServices, 'pool' | 'signOut'>,
  { console, area, areas }: ShownIn<Visit>,
  visit: Visit,
): Promise<Shell> {
  const { language, hidden, params, query } = visit;
  const texts = console.texts[language] ?? console.texts.en;
  const labels = { more: areasTexts[language].groups.tenant.more, ...texts.groups };
  const user = await readPageUser(pool, visit);
  // Only what the tenant itself has: the bar shows the deployment's as well.
  const { logo, favicon } = brandOfTenant({ productName: '' }, user?.tenant?.brand);
  const found = areas.find(({ path }) => path === console.search);
  const { done: _done, download: _download, after: _after, ui_locales: _language, resume: _resume, ...filters } = query;
  const here = pathOf(console.path, area.sectionOf ?? area.path, params);
  return {
    navigation: texts.name,
    subject: console.subject?.(visit),
    logo: logo && logo.url.length <= maxLogoLength ? logo.url : undefined,
    favicon,
    groups: await navigationOf(visit, { area, areas }, { groups: console.groups ?? [], labels }),
    person: user,
    switcher: console.switches ? switcherOf(visit.base, user?.tenants ?? []) : undefined,
    search:
      found && texts.search !== undefined && isOpenTo(found, visit)
        ? { action: pathOf(visit.base, found.path), label: texts.search }
        : undefined,
    otherConsoles: console.links?.(visit) ?? [],
    languages: languages.map((each) => ({
      language: each,
      href: hrefOf(here, { ...filters, ui_locales: each }),
      current: each === language,
    })),
    hidden,
    signOut: isVisitorOfKind(visit.principal) ? undefined : signOut,
  };
}

function switcherOf(base: string, tenants: readonly { slug: string; name: string }[]): Switcher | undefined {
  if (tenants.length < 2) return undefined;
  const links = tenants.slice(0, maxPageTenants).map(({ slug, name }) => {
    const href = `/console/${slug}`;
    return { href, name, current: href === base };
  });
  return { tenants: links, more: tenants.length > maxPageTenants };
}
