import type { InLanguages, Language } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import type { Origins } from '../callers/origin.js';
import type { DomainEvent } from '../events/events.js';
import type { Download, PageAnswer, UploadLimits } from '../plugin/page-route.js';
import type { FieldErrors, Refusal } from './field-errors.js';
import type { ConsoleVisit, ConsoleVisits } from './visit.js';

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
  /**
   * The second click acts even if the outcome has changed since. For what stops others: they could change the outcome again and
   * again, and would never be stopped.
   */
  readonly evenIfChanged?: boolean;
}

/** Redirects to the page with a notice, shows something once (such as a secret), or returns any other response. */
export type AreaOutcome = { readonly done: string } | { readonly show: ComponentChildren | AreaPage } | PageAnswer;

/** One page of a console: GET shows it; POST acts and redirects back to it. */
export interface AreaIn<Visit extends ConsoleVisit> {
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
  /** The group of the navigation, one of its console's. Without one, the area is in the last group if the console has groups. */
  readonly group?: string;
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
  readonly downloads?: Readonly<Record<string, WriteDownload<Visit>>>;
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
   * The origins of sessions that can open the area and send its forms (default: only the user's own). Callers of another kind
   * than users have no session: which of them can come is up to the console.
   */
  readonly origins?: Origins;
  /**
   * The origins of sessions that this form takes, for one that takes fewer than its page (default: those of the page). In any
   * other session, the user has to sign in first.
   */
  formOrigins?(visit: Visit): Origins;
}

/** Writes a file. The type of a method, so that the areas of all consoles can be in one list. */
type WriteDownload<Visit> = { write(visit: Visit): Promise<Download> }['write'];

/**
 * An area, and the console that it is in: the user's own account, the list of the user's tenants (`/console`), the console of
 * one tenant (`/console/:slug`), that of the platform, or one that a plugin brings. An area of a console that the server does
 * not have is left out.
 */
export type Area = {
  [Place in keyof ConsoleVisits]: { readonly place: Place } & AreaIn<ConsoleVisits[Place]>;
}[keyof ConsoleVisits];
export type TenantArea = Extract<Area, { place: 'tenant' }>;
export type PlatformArea = Extract<Area, { place: 'platform' }>;
