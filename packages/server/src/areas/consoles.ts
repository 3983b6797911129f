import {
  type Area,
  type AreaIn,
  type AreaVisit,
  accountClientId,
  originOfSession,
  type PageAnswer,
  type PageRequest,
  superAdminRights,
  type TenantVisit,
  type UserVisit,
} from '@org/identity-core';
import { findPageUser, freshSeconds, isInUse, type PageUser } from '@org/identity-prisma';
import { type Brand, knownTimeZone, type Language } from '@org/identity-ui';
import type { AreaServices } from './area-services.js';
import { keepPageUser } from './page-user.js';
import { askAgain, checkPolicy } from './policy-page.js';
import { areasTexts } from './texts.js';

export interface ConsoleLink {
  readonly href: string;
  readonly name: string;
}

/** The pages below one path. */
export interface Console<Visit extends AreaVisit> {
  /** The path of its first page, perhaps with parameters. */
  readonly path: string;
  readonly brand: Brand;
  /** Whether its pages are wide, for tables. */
  readonly wide: boolean;
  /** The name of its navigation. */
  name(language: Language): string;
  /** What its pages are about, such as the name of a tenant. */
  subject?(visit: Visit): string;
  /** Whose words the groups of the navigation have. */
  readonly groups: 'tenant' | 'platform';
  /** Whether the bar leads to the other tenants of the user. */
  readonly switches?: boolean;
  /** The area whose list the search of the bar leads to. */
  readonly search?: { readonly path: string; label(language: Language): string };
  /** Whether its forms have a token of their own, because its visitors have no session. */
  readonly ownForms?: true;
  /** Where the sign-out form is sent; undefined if the deployment has no such page. */
  readonly signOut: string | undefined;
  /** Links to other consoles. */
  links(visit: Visit): readonly ConsoleLink[];
  /** What a visitor gets who may see the console, but not this area. */
  readonly closed: 'refused' | 'missing';
  /** The visit of a signed-in user; anything else is the response to this request. */
  open(request: PageRequest, returnTo: string): Promise<{ visit: Visit } | PageAnswer>;
}

/** The areas of one console. */
export function areasIn<Name extends Area['place']>(
  areas: readonly Area[],
  place: Name,
): Extract<Area, { place: Name }>[] {
  return areas.filter((area): area is Extract<Area, { place: Name }> => area.place === place);
}

export type AreasOf<Visit extends AreaVisit> = readonly AreaIn<Visit>[];

type Services = Pick<AreaServices, 'brand' | 'pool' | 'superAdminFactor' | 'brokeGlass'>;

/** Which consoles the server has: pages link only to those. */
export interface Consoles {
  readonly account: boolean;
  readonly tenants: boolean;
  readonly platform: boolean;
}

/** Whether the sign-in is recent enough for changes of trust. */
export function isFresh(signedInAt: Date): boolean {
  return signedInAt.getTime() > Date.now() - freshSeconds * 1000;
}

/** What every visit has of its request. */
export const visitOf = ({ params, query, form, files, ip, cookie, language }: PageRequest) => ({
  params,
  query,
  form,
  ...(files === undefined ? {} : { files }),
  ip,
  cookie,
  language,
});

/** The user's own account; a visitor who is not signed in signs in first. */
export function consoleOfAccount(services: Services, consoles: Consoles): Console<AreaVisit> {
  const base = '/account';
  return {
    path: base,
    brand: services.brand,
    wide: false,
    groups: 'tenant',
    signOut: '/account/sign-out',
    closed: 'missing',
    name: (language) => areasTexts[language].frame.account,
    links: ({ language }) => (consoles.tenants ? [{ href: '/console', name: areasTexts[language].frame.tenants }] : []),
    async open(request, returnTo) {
      const { userId, session } = request;
      if (userId === undefined || !session) return { signIn: { returnTo } };
      const principal = { userId, sessionUid: session.uid, origin: request.origin };
      const user = (await findUser(services, request, undefined))?.user;
      const timeZone = knownTimeZone(user?.zoneinfo);
      const visit = { ...visitOf(request), base, principal, hidden: { formToken: session.formToken }, timeZone };
      return { visit: keepPageUser(visit, user) };
    },
  };
}

/** What all consoles have in common. */
function consoleFrame({ brand }: Services, { account }: Consoles) {
  return { brand, wide: true, groups: 'tenant' as const, signOut: account ? '/account/sign-out' : undefined };
}

/** The list of the user's tenants. */
export function consoleOfTenants(services: Services, consoles: Consoles): Console<UserVisit> {
  const base = '/console';
  return {
    path: base,
    ...consoleFrame(services, consoles),
    closed: 'missing',
    name: (language) => areasTexts[language].frame.tenants,
    links: (visit) => otherConsoles(visit, consoles).filter(({ href }) => href !== base),
    async open(request, returnTo) {
      const found = await findUser(services, request, undefined);
      return found ? { visit: userVisit(services, request, found, base) } : { signIn: { returnTo } };
    },
  };
}

/** The console of one tenant, for its members and for super admins. For everyone else it does not exist. */
export function consoleOfTenant(services: Services, consoles: Consoles): Console<TenantVisit> {
  return {
    path: '/console/:slug',
    ...consoleFrame(services, consoles),
    closed: 'refused',
    name: (language) => areasTexts[language].frame.tenant,
    subject: ({ tenant }) => tenant.name,
    switches: true,
    search: { path: 'members', label: (language) => areasTexts[language].frame.searchMembers },
    links: (visit) => otherConsoles(visit, consoles),
    async open(request, returnTo) {
      const found = await findUser(services, request, request.params['slug']);
      if (!found) return { signIn: { returnTo } };
      const { tenant, secondFactor } = found.user;
      const visit = userVisit(services, request, found, `/console/${tenant?.slug}`);
      const { superAdmin, superAdminLacksFactor } = visit.principal;
      if (!tenant || (tenant.role === null && !superAdmin)) {
        // The same whether or not the tenant exists.
        return superAdminLacksFactor ? { signIn: { returnTo, secondFactor: true } } : { notFound: true };
      }
      const unmet = superAdmin ? undefined : await checkPolicy(services, request, found, tenant);
      if ((tenant.mfaRequired && !secondFactor) || unmet === 'secondFactor')
        return { signIn: { returnTo, secondFactor: true } };
      if (unmet) return askAgain(services, request, { unmet, returnTo, signedInAt: found.signedInAt });
      const { id, slug, name, role } = tenant;
      return { visit: keepPageUser({ ...visit, tenant: { id, slug, name, role } }, found.user) };
    },
  };
}

/** The console of the platform, for super admins whose session has a second factor and is in use. */
export function consoleOfPlatform(services: Services, consoles: Consoles): Console<UserVisit> {
  const base = '/platform';
  return {
    path: base,
    ...consoleFrame(services, consoles),
    groups: 'platform',
    closed: 'missing',
    name: (language) => areasTexts[language].frame.platform,
    search: { path: 'people', label: (language) => areasTexts[language].frame.searchPeople },
    links: (visit) => otherConsoles(visit, consoles).filter(({ href }) => href !== base),
    async open(request, returnTo) {
      const found = await findUser(services, request, undefined);
      if (!found) return { signIn: { returnTo } };
      const { superAdmin, secondFactor } = found.user;
      if (!superAdmin) return { notFound: true };
      if (!isInUse({ ...found.user, signedInAt: found.signedInAt }))
        return { signIn: { returnTo, secondFactor: true, again: true } };
      // Only what is missing: the sign-in continues with the second factor.
      if (!secondFactor) return { signIn: { returnTo, secondFactor: true } };
      return { visit: userVisit(services, request, found, base) };
    },
  };
}

interface Found {
  readonly user: PageUser;
  readonly userId: string;
  readonly sessionUid: string;
  readonly signedInAt: Date;
  readonly formToken: string;
}

async function findUser(
  { pool }: Services,
  { userId, session }: PageRequest,
  slug: string | undefined,
): Promise<Found | undefined> {
  if (userId === undefined || !session) return undefined;
  const { uid: sessionUid, signedInAt, formToken } = session;
  const user = await findPageUser(pool, { userId, sessionUid, slug });
  return user && { user, userId, sessionUid, signedInAt, formToken };
}

/** The user with the rights of a token of a first-party client for this tenant. */
function userVisit({ superAdminFactor }: Services, request: PageRequest, found: Found, base: string): UserVisit {
  const { user, userId, sessionUid, signedInAt, formToken } = found;
  const { secondFactor, tenant } = user;
  const origin = originOfSession(user.via);
  const visit: UserVisit = {
    ...visitOf(request),
    base,
    signedInAt,
    hidden: { formToken },
    timeZone: knownTimeZone(user.zoneinfo),
    principal: {
      kind: 'user',
      userId,
      sessionUid,
      clientId: accountClientId,
      applicationId: null,
      scopes: [],
      firstParty: true,
      ...superAdminRights({ superAdmin: user.superAdmin, secondFactor, origin }, superAdminFactor),
      origin,
      secondFactor,
      // A super admin who is no member has all rights by being one, so the role here gives none.
      tenant: tenant && {
        id: tenant.id,
        slug: tenant.slug,
        role: tenant.role ?? 'member',
        mfaRequired: tenant.mfaRequired,
      },
    },
  };
  return keepPageUser(visit, user);
}

function otherConsoles({ principal, language }: UserVisit, consoles: Consoles): ConsoleLink[] {
  const { frame } = areasTexts[language];
  return [
    { href: '/console', name: frame.tenants },
    ...((principal.superAdmin || principal.superAdminLacksFactor) && consoles.platform
      ? [{ href: '/platform', name: frame.platform }]
      : []),
    ...(consoles.account ? [{ href: '/account', name: frame.account }] : []),
  ];
}
