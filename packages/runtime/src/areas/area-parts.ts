import {
  type AreaIn,
  type AreaPage,
  type AreaTexts,
  type ConsoleVisit,
  type DeclaredCaller,
  firstOf,
  type IdentityError,
  type Origins,
  refusalText,
  takesOrigin,
} from '@org/identity-core';
import type { InLanguages, Language } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { areasTexts } from './texts.js';

/** The result of the last action. */
export interface Shown {
  readonly notice?: string | undefined;
  /** False if the notice tells that nothing has happened yet. */
  readonly isDone?: boolean;
  readonly error?: string | undefined;
  readonly failed?: boolean;
  readonly status?: number;
}

/** Joins the paths of console and area, with the values of the parameters if they are given. */
export function pathOf(console: string, area: string, params: Readonly<Record<string, string>> = {}): string {
  const path = area === '' ? console : `${console}/${area}`;
  return path.replaceAll(/:(\w+)/gu, (parameter, name: string) =>
    params[name] === undefined ? parameter : encodeURIComponent(params[name]),
  );
}

/** Whether an area has drawn content with a heading of its own. */
export function isPage(drawn: ComponentChildren | AreaPage): drawn is AreaPage {
  return typeof drawn === 'object' && drawn !== null && 'heading' in drawn && 'content' in drawn;
}

/** Leaves out sections without content. Those with the same heading become one, where the first of them is. */
export function mergeSections(sections: readonly AreaPage[]): AreaPage[] {
  const merged = new Map<string, ComponentChildren[]>();
  for (const { heading, content } of sections)
    if (content !== null && content !== undefined) merged.set(heading, [...(merged.get(heading) ?? []), content]);
  return [...merged].map(([heading, content]) => ({ heading, content }));
}

/** Whether the visitor can open an area: the area takes the origin of the session, and does not refuse the visitor. */
export function isOpenTo<Visit extends ConsoleVisit>(area: AreaIn<Visit>, visit: Visit): boolean {
  return isTaken(area, visit) && (area.isOpen === undefined || area.isOpen(visit) === true);
}

/** Whether the form of a visit takes the origin of the session. Most take what their page takes. */
export function isFormTaken<Visit extends ConsoleVisit>(area: AreaIn<Visit>, visit: Visit): boolean {
  return isTaken({ origins: area.formOrigins?.(visit) ?? area.origins }, visit);
}

/** A caller without a session was let in by the console, which names the kind. */
function isTaken({ origins }: { readonly origins?: Origins | undefined }, { principal }: ConsoleVisit): boolean {
  return isVisitorOfKind(principal) || takesOrigin({ origins }, principal.origin);
}

/** Whether the visitor is no user, but a caller of a kind that a plugin brings. */
export function isVisitorOfKind(visitor: ConsoleVisit['principal']): visitor is DeclaredCaller {
  return !('userId' in visitor);
}

/** The texts of an area, in English if it lacks the language. */
export function textsOf(area: { readonly texts: InLanguages<AreaTexts> }, language: Language): AreaTexts {
  return area.texts[language] ?? area.texts.en;
}

/** The text of a notice; undefined for any other value in the query. */
export function noticeOf(texts: readonly AreaTexts[], done: string, language: Language): string | undefined {
  const all: Readonly<Record<string, string>> = Object.assign(
    {},
    areasTexts[language].notices,
    ...texts.map(({ notices = {} }) => notices),
  );
  return Object.hasOwn(all, done) ? all[done] : undefined;
}

/** The errors of a refused form: by field, or else one text above the page. */
export function refusalOf<Visit extends ConsoleVisit>(area: AreaIn<Visit>, error: IdentityError, language: Language) {
  const { code, reason, details = [] } = error;
  const own = textsOf(area, language).refusals;
  const text = refusalText(error, language, { ...areasTexts[language].refusals, ...own });
  const errors = area.errorsOf?.({ code, reason, details, text }, language) ?? {};
  return { errors, above: firstOf(errors) === undefined ? text : undefined };
}
