import type { DeclaredCaller } from '../callers/caller.js';
import type { Origin } from '../callers/origin.js';
import type { Role, UserPrincipal } from '../callers/principal.js';
import type { PageRequest } from '../plugin/page-route.js';

/** The user of a session, on a page. */
export interface SignedInUser {
  readonly userId: string;
  readonly sessionUid: string;
  readonly origin: Origin;
}

/** A request for a page of a console, by a signed-in user or by a caller of a kind that the console takes. */
export interface ConsoleVisit
  extends Pick<PageRequest, 'params' | 'query' | 'form' | 'files' | 'ip' | 'cookie' | 'language'> {
  readonly principal: SignedInUser | DeclaredCaller;
  /** The path of the console: `/account`, `/console/acme`, `/platform`. */
  readonly base: string;
  /** The hidden fields of every form of the page. `formToken` is among them. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The time zone of the user's profile; UTC without one. `Moment` and `Day` use it by themselves. */
  readonly timeZone: string;
}

/** A signed-in user's request for a page of an area. */
export interface AreaVisit extends ConsoleVisit {
  readonly principal: SignedInUser;
}

/** A visit with the rights that the same user has in the API, as stored at this moment. */
export interface UserVisit extends AreaVisit {
  readonly principal: UserPrincipal & { readonly sessionUid: string };
  /** When the user last signed in. */
  readonly signedInAt: Date;
}

/** The tenant that a console is about. */
export interface VisitedTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Null for a super admin who is not a member, and for callers who have no role. */
  readonly role: Role | null;
}

/** A visit to the console of a tenant, by one of its members or by a super admin. */
export interface TenantVisit extends UserVisit {
  readonly tenant: VisitedTenant;
}

/**
 * Every console, with the visits that its areas get. A plugin adds its own:
 * `declare module '@org/identity-core' { interface ConsoleVisits { partner: PartnerVisit } }`, and has it in its part `consoles`.
 */
export interface ConsoleVisits {
  account: AreaVisit;
  tenants: UserVisit;
  tenant: TenantVisit;
  platform: UserVisit;
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

/** The visit of the user who is signed in to the browser, to the console at that path; undefined without one. */
export function signedInVisit(request: PageRequest, base: string): AreaVisit | undefined {
  const { userId, session, origin } = request;
  if (userId === undefined || !session) return undefined;
  const principal = { userId, sessionUid: session.uid, origin };
  return { ...visitOf(request), base, principal, hidden: { formToken: session.formToken }, timeZone: 'UTC' };
}

/** Whether the visitor manages the tenant: an admin, an owner or a super admin. */
export function managesTenant({ principal, tenant }: TenantVisit): boolean {
  return principal.superAdmin || tenant.role === 'admin' || tenant.role === 'owner';
}

/** Whether the visitor owns the tenant, or is a super admin. */
export function ownsTenant({ principal, tenant }: TenantVisit): boolean {
  return principal.superAdmin || tenant.role === 'owner';
}
