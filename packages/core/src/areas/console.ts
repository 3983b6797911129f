import type { InLanguages } from '@org/identity-ui';
import type { CallerKind } from '../callers/caller.js';
import type { PageAnswer, PageRequest } from '../plugin/page-route.js';
import type { ConsoleVisit, ConsoleVisits } from './visit.js';

/** The texts of a console in one language. */
export interface ConsoleTexts {
  /** The name of its navigation. */
  readonly name: string;
  /** The labels of its groups. `more` is that of the areas without a group. */
  readonly groups?: Readonly<Record<string, string>>;
  /** The label of its search. */
  readonly search?: string;
}

/** A link in the menu of the user. */
export interface ConsoleLink {
  readonly href: string;
  readonly name: string;
}

/** The pages below one path: who can open them, and what surrounds their content. */
export interface ConsoleIn<Visit extends ConsoleVisit> {
  /** The path of its first page, perhaps with parameters. */
  readonly path: string;
  readonly texts: InLanguages<ConsoleTexts>;
  /** The kinds of callers that can open it (default: users). */
  readonly callers?: readonly CallerKind[];
  /** Whether its pages are wide, for tables (default true). */
  readonly wide?: boolean;
  /** The groups of its navigation, in their order. */
  readonly groups?: readonly string[];
  /** What its pages are about, such as the name of a tenant. */
  subject?(visit: Visit): string;
  /** Whether the bar leads to the other tenants of the user. */
  readonly switches?: boolean;
  /** The path of the area whose list the search of the bar leads to. */
  readonly search?: string;
  /** Links to other consoles. */
  links?(visit: Visit): readonly ConsoleLink[];
  /** What a visitor gets who may see the console, but not an area of it (default `missing`: the page for URLs that do not exist). */
  readonly closed?: 'refused' | 'missing';
  /** The guard: returns the visit of a caller who may come; anything else is the response to the request. */
  open(request: PageRequest, returnTo: string): Promise<{ visit: Visit } | PageAnswer>;
}

/** A console, with the name that its areas have as their place. */
export type Console = {
  [Place in keyof ConsoleVisits]: { readonly place: Place } & ConsoleIn<ConsoleVisits[Place]>;
}[keyof ConsoleVisits];
