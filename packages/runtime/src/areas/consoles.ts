import {
  accountClientId,
  type Console,
  type ConsoleLink,
  originOfSession,
  type PageRequest,
  signedInVisit,
  superAdminRights,
  type TenantResolver,
  type UserVisit,
  visitOf,
} from '@org/identity-core';
import { findPageUser, freshSeconds, isInUse, type PageUser } from '@org/identity-prisma';
import { type Brand, knownTimeZone, textsOf } from '@org/identity-ui';
import type { Pool } from 'pg';
import { keepPageUser } from './page-user.js';
import { askAgain, checkPolicy } from './policy-page.js';
import { areasTexts } from './texts.js';

/** What the server's own consoles need. */
export interface ConsoleServices {
  readonly brand: Brand;
  readonly pool: Pool;
  /** Whether the rights of a super admin need a second factor. */
  readonly superAdminFactor: { readonly required: boolean };
  /** Told when a break-glass owner opens the console of a tenant. */
  readonly brokeGlass?: TenantResolver['brokeGlass'];
  /** Whether the server has pages of that console. Known once all plugins are set up: links lead only to those. */
  hasAreas(place: Console['place']): boolean;
}

/** Whether the sign-in is recent enough for changes of trust. */
export function isFresh(signedInAt: Date): boolean {
  return signedInAt.getTime() > Date.now() - freshSeconds * 1000;
}

/** The groups of the navigation, in their order. */
const groups = ['people', 'licenses', 'security', 'developers', 'operations', 'settings'];

/** The consoles of the server itself. */
export function ownConsoles(services: ConsoleServices, { platformConsole }: { platformConsole: boolean }): Console[] {
  return [
    consoleOfAccount(services),
    consoleOfTenants(services),
    consoleOfTenant(services),
    ...(platformConsole ? [consoleOfPlatform(services)] : []),
  ];
}

/** The user's own account; a visitor who is not signed in signs in first. */
function consoleOfAccount(services: ConsoleServices): Console {
  const base = '/account';
  return {
    place: 'account',
    path: base,
    wide: false,
    texts: textsOf(areasTexts, ({ frame }) => ({ name: frame.account })),
    links: ({ language }) =>
      services.hasAreas('tenants') ? [{ href: '/console', name: areasTexts[language].frame.tenants }] : [],
    async open(request, returnTo) {
      const visit = signedInVisit(request, base);
      if (!visit) return { signIn: { returnTo } };
      const user = (await findUser(services, request, undefined))?.user;
      return { visit: keepPageUser({ ...visit, timeZone: knownTimeZone(user?.zoneinfo) }, user) };
    },
  };
}

/** The list of the user's tenants. */
function consoleOfTenants(services: ConsoleServices): Console {
  const base = '/console';
  return {
    place: 'tenants',
    path: base,
    texts: textsOf(areasTexts, ({ frame }) => ({ name: frame.tenants })),
    links: (visit) => otherConsoles(visit, services).filter(({ href }) => href !== base),
    async open(request, returnTo) {
      const found = await findUser(services, request, undefined);
      return found ? { visit: userVisit(services, request, found, base) } : { signIn: { returnTo } };
    },
  };
}

/** The console of one tenant, for its members and for super admins. For everyone else it does not exist. */
function consoleOfTenant(services: ConsoleServices): Console {
  return {
    place: 'tenant',
    path: '/console/:slug',
    groups,
    texts: textsOf(areasTexts, ({ frame, groups: { tenant } }) => ({
      name: frame.tenant,
      groups: tenant,
      search: frame.searchMembers,
    })),
    closed: 'refused',
    subject: ({ tenant }) => tenant.name,
    switches: true,
    search: 'members',
    links: (visit) => otherConsoles(visit, services),
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
function consoleOfPlatform(services: ConsoleServices): Console {
  const base = '/platform';
  return {
    place: 'platform',
    path: base,
    groups,
    texts: textsOf(areasTexts, ({ frame, groups: { tenant, platform } }) => ({
      name: frame.platform,
      groups: { ...tenant, ...platform },
      search: frame.searchPeople,
    })),
    search: 'people',
    links: (visit) => otherConsoles(visit, services).filter(({ href }) => href !== base),
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
  { pool }: Pick<ConsoleServices, 'pool'>,
  { userId, session }: PageRequest,
  slug: string | undefined,
): Promise<Found | undefined> {
  if (userId === undefined || !session) return undefined;
  const { uid: sessionUid, signedInAt, formToken } = session;
  const user = await findPageUser(pool, { userId, sessionUid, slug });
  return user && { user, userId, sessionUid, signedInAt, formToken };
}

/** The user with the rights of a token of a first-party client for this tenant. */
function userVisit({ superAdminFactor }: ConsoleServices, request: PageRequest, found: Found, base: string): UserVisit {
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

function otherConsoles({ principal, language }: UserVisit, { hasAreas }: ConsoleServices): ConsoleLink[] {
  const { frame } = areasTexts[language];
  return [
    { href: '/console', name: frame.tenants },
    ...((principal.superAdmin || principal.superAdminLacksFactor) && hasAreas('platform')
      ? [{ href: '/platform', name: frame.platform }]
      : []),
    ...(hasAreas('account') ? [{ href: '/account', name: frame.account }] : []),
  ];
}
