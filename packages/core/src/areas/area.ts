import type { InLanguages, Language } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import type { Origin, Origins } from '../callers/origin.js';
import type { Role, UserPrincipal } from '../callers/principal.js';
import type { DomainEvent } from '../events/events.js';
import type { Download, PageAnswer, PageRequest, UploadLimits } from '../plugin/page-route.js';
import type { FieldErrors, Refusal } from './field-errors.js';

/** A signed-in user's request for a page of an area. */
export interface AreaVisit
  extends Pick<PageRequest, 'params' | 'query' | 'form' | 'files' | 'ip' | 'cookie' | 'language'> {
  readonly principal: { readonly userId: string; readonly sessionUid: string; readonly origin: Origin };
  /** The path of the console: `/account`, `/console/acme`, `/platform`. */
  readonly base: string;
  /** The hidden fields of every form of the page. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The time zone of the user's profile; UTC without one. `Moment` and `Day` use it by themselves. */
  readonly timeZone: string;
}

/** A visit with the rights that the same user has in the API, as stored at this moment. */
export interface UserVisit extends AreaVisit {
  readonly principal: UserPrincipal & { readonly sessionUid: string };
  /** When the user last signed in. */
  readonly signedInAt: Date;
}

/** A visit to the console of a tenant, by one of its members or by a super admin. */
export interface TenantVisit extends UserVisit {
  readonly tenant: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    /** Null for a super admin who is not a member. */
    readonly role: Role | null;
  };
}

/** Whether the visitor manages the tenant: an admin, an owner or a super admin. */
export function managesTenant({ principal, tenant }: TenantVisit): boolean {
  return principal.superAdmin || tenant.role === 'admin' || tenant.role === 'owner';
}

/** Whether the visitor owns the tenant, or is a super admin. */
export function ownsTenant({ principal, tenant }: TenantVisit): boolean {
  return principal.superAdmin || tenant.role === 'owner';
}

/** Whether the visitor owns the tenant, or has a setup link for it. */
export function setsUpTenant(visit: TenantVisit): boolean {
  return visit.principal.origin.kind === 'setup_link' || ownsTenant(visit);
}

/** The texts of an area in one language. */
export interface AreaTexts {
  /** In the navigation. */
  readonly name: string;
  /** The heading of the page. */
  readonly title: string;
  /** What the page can report after an action, by the `done` of its outcome. */
  readonly notices?: Readonly<Record<string, string>>;
  /** Why a form is refused, by the reason or the code of the error. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** Content under a heading of its own, such as the number of an order. */
export interface AreaPage {
  readonly heading: string;
  readonly content: ComponentChildren;
}

/** What the user is asked before an action. */
export interface Confirmation {
  /** The heading: `Remove 3 people?` */
  readonly title: string;
  /** The button: `Remove` */
  readonly button: string;
  /** What will happen besides the events and mails of the rehearsal, in whole sentences. */
  readonly facts?: readonly string[];
  /** More facts, by the events of the rehearsal. */
  factsOf?(events: readonly DomainEvent[]): readonly string[];
  /** Asks only if `factsOf` returns facts. Otherwise the first click acts. */
  readonly onlyWithFacts?: boolean;
}

/** Redirects to the page with a notice, shows something once (such as a secret), or returns any other response. */
export type AreaOutcome = { readonly done: string } | { readonly show: ComponentChildren | AreaPage } | PageAnswer;

/** The groups of a console's navigation, in their order. */
export const areaGroups = ['people', 'licenses', 'security', 'developers', 'operations', 'settings'] as const;
export type AreaGroup = (typeof areaGroups)[number];

/** One page of a console: GET shows it; POST acts and redirects back to it. */
export interface AreaIn<Visit extends AreaVisit> {
  /** Below the path of the console, without slashes around it: empty for its first page, `plan`, `orders/:orderId`. */
  readonly path: string;
  readonly texts: InLanguages<AreaTexts>;
  /** The path of the area that this page belongs to. Such a page is not in the navigation. */
  readonly parent?: string;
  /**
   * The path of the page that shows this area below its own content, perhaps a page of another plugin. The title is the
   * heading of the section; sections with the same heading become one. The area has a page of its own only if it acts.
   */
  readonly sectionOf?: string;
  /** Areas with a lower number come first in their group (default 100). */
  readonly order?: number;
  /** The group of the navigation. Without one, the area is in the last group if the console has groups. */
  readonly group?: AreaGroup;
  /**
   * How many things wait for the visitor here: a number beside the link, on every page of the console. So it should cost one
   * statement at most, and may stop counting at 100.
   */
  badge?(visit: Visit): Promise<number>;
  /** Whether the user can see the area. If it returns anything but true, it is not in the navigation, and its page is refused. */
  isOpen?(visit: Visit): boolean;
  /**
   * `refused` has the errors by field if a form was refused. An error with the status 404 becomes the page for URLs that do
   * not exist.
   */
  draw(visit: Visit, refused?: FieldErrors): Promise<ComponentChildren | AreaPage>;
  /** Files that the page links to as `?download=<name>`. */
  readonly downloads?: Readonly<Record<string, (visit: Visit) => Promise<Download>>>;
  /** The fields that an error belongs to. An error without a field is shown at the top of the page. */
  errorsOf?(refusal: Refusal, language: Language): FieldErrors;
  act?(visit: Visit): Promise<AreaOutcome>;
  /** Whether its forms can have files, which `act` then finds in `visit.files`. */
  readonly uploads?: UploadLimits;
  /**
   * For a form that destroys something: what to ask. The page then shows what would happen, from a run of `act` that is
   * rolled back. The second click runs it again and keeps it only if the outcome is what the page has shown.
   */
  confirm?(visit: Visit): Promise<Confirmation | undefined>;
  /** Whether this form changes who is trusted. The user then must have signed in within the last ten minutes. */
  needsFreshSignIn?(visit: Visit): boolean | Promise<boolean>;
  /**
   * A form with a secret is lost if it needs a sign-in first, because secrets do not wait in the database. With this, its
   * other fields wait, and `act` must refuse a form without the secret: the user then enters only that again.
   */
  readonly keepsWithoutSecrets?: boolean;
  /**
   * The origins of sessions that can open the area and send its forms (default: only the user's own). With `setup_link`, an
   * area of a tenant is also among the pages of setup links, and its use-cases have to accept their visitors.
   */
  readonly origins?: Origins;
}

/**
 * An area, and where it is: in the user's own account, in the list of the user's tenants (`/console`), in the console of one
 * tenant (`/console/:slug`), in the console of the platform, or among the pages of a setup link (`/setup`), with the areas of
 * a tenant that take its origin.
 */
export type Area =
  | ({ readonly place: 'account' } & AreaIn<AreaVisit>)
  | ({ readonly place: 'tenants' } & AreaIn<UserVisit>)
  | ({ readonly place: 'tenant' } & AreaIn<TenantVisit>)
  | ({ readonly place: 'setup' } & AreaIn<TenantVisit>)
  | ({ readonly place: 'platform' } & AreaIn<UserVisit>);
export type TenantArea = Extract<Area, { place: 'tenant' }>;
export type PlatformArea = Extract<Area, { place: 'platform' }>;
