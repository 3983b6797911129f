import type { ComponentChildren } from 'preact';
import type { Language } from '../language/language.js';
import type { PageAnswer, PageRequest } from '../page-route.js';
import type { FieldErrors, Refusal } from './field-errors.js';

/** A signed-in user's request for a page of the account. */
export interface AreaVisit extends Pick<PageRequest, 'params' | 'query' | 'form' | 'ip' | 'cookie' | 'language'> {
  readonly principal: { readonly userId: string; readonly sessionUid: string };
  /** The path of the place: `/account`. */
  readonly base: string;
  /** The hidden fields of every form of the page. */
  readonly hidden: Readonly<Record<string, string>>;
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

/** Redirects to the page with a notice, shows something once (such as a secret), or returns any other response. */
export type AreaOutcome = { readonly done: string } | { readonly show: ComponentChildren } | PageAnswer;

/** One page of the account: GET shows it; POST acts and redirects back to it. */
export interface Area {
  /** Where its page is and whose frame it has. */
  readonly place: 'account';
  /** Below the place, without slashes around it: empty for its first page, `plan`, `orders/:orderId`. */
  readonly path: string;
  readonly texts: Readonly<Record<Language, AreaTexts>>;
  /** The path of the area that this page belongs to. Such a page is not in the navigation. */
  readonly parent?: string;
  /** Areas with a lower number come first in the navigation (default 100). */
  readonly order?: number;
  /** Whether the user can see the area. If not, it is not in the navigation, and its page is not found. */
  isOpen?(visit: AreaVisit): boolean;
  /** `refused` has the errors by field if a form was refused. */
  draw(visit: AreaVisit, refused?: FieldErrors): Promise<ComponentChildren | AreaPage>;
  /** The fields that an error belongs to. An error without a field is shown at the top of the page. */
  errorsOf?(refusal: Refusal, language: Language): FieldErrors;
  act?(visit: AreaVisit): Promise<AreaOutcome>;
}
