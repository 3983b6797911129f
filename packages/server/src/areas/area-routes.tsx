import {
  type Area,
  type AreaPage,
  type AreaTexts,
  type AreaVisit,
  type Brand,
  checkFormToken,
  firstOf,
  type IdentityError,
  isIdentityError,
  type Language,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  refusalText,
} from '@org/identity-core';
import type { ComponentChildren } from 'preact';
import { AreaLayout, type AreaLink } from './area-layout.js';
import { areasTexts } from './texts.js';

/** A place for areas. */
export interface Place {
  /** The path of its first page, perhaps with parameters. */
  readonly path: string;
  readonly brand: Brand;
  /** The name of its navigation. */
  name(language: Language): string;
  /** The visit of a signed-in user; anything else is the response to this request. */
  open(request: PageRequest, returnTo: string): Promise<{ visit: AreaVisit } | PageAnswer>;
}

/** The routes of all areas of a place. */
export function areaRoutes(place: Place, areas: readonly Area[]): PageRoute[] {
  const sorted = [...areas].sort((one, other) => (one.order ?? 100) - (other.order ?? 100));
  return sorted.flatMap((area) => routesOf(place, area, sorted));
}

function routesOf(place: Place, area: Area, areas: readonly Area[]): PageRoute[] {
  const path = pathOf(place.path, area.path);
  const page = (visit: AreaVisit, drawn: ComponentChildren | AreaPage, extra: Shown = {}) => {
    const { heading, content } = isPage(drawn) ? drawn : { heading: area.texts[visit.language].title, content: drawn };
    const links = linksOf(visit, area, areas);
    const navigation = place.name(visit.language);
    return (
      <AreaLayout brand={place.brand} title={heading} {...{ navigation, links, hidden: visit.hidden }} {...extra}>
        {content}
      </AreaLayout>
    );
  };
  const show: PageRoute['handle'] = async (request) => {
    const { done } = request.query;
    const notice = done === undefined ? undefined : noticeOf(area.texts[request.language], done, request.language);
    const here = pathOf(place.path, area.path, request.params);
    const opened = await place.open(request, notice === undefined ? here : `${here}?done=${done}`);
    if (!('visit' in opened)) return opened;
    const { visit } = opened;
    if (area.isOpen?.(visit) === false) return { notFound: true };
    return { page: page(visit, await area.draw(visit), { notice }) };
  };
  const submit: PageRoute['handle'] = async (request) => {
    const here = pathOf(place.path, area.path, request.params);
    const opened = await place.open(request, here);
    if (!('visit' in opened)) return opened;
    const { visit } = opened;
    if (!area.act || area.isOpen?.(visit) === false) return { notFound: true };
    checkFormToken(request);
    try {
      const outcome = await area.act(visit);
      if ('show' in outcome) return { page: page(visit, outcome.show) };
      return 'done' in outcome ? { redirect: `${here}?done=${outcome.done}` } : outcome;
    } catch (error) {
      if (!isIdentityError(error) || error.status >= 500) throw error;
      if (error.code === 'REAUTHENTICATION_REQUIRED')
        return { signIn: { returnTo: `${here}?done=signed-in`, again: true } };
      const refused = refusalOf(area, error, visit.language);
      const drawn = await area.draw(visit, refused.errors);
      return { page: page(visit, drawn, { error: refused.above, failed: true }), status: error.status };
    }
  };
  return [
    { method: 'get', path, handle: show },
    ...(area.act ? [{ method: 'post' as const, path, handle: submit }] : []),
  ];
}

interface Shown {
  readonly notice?: string | undefined;
  readonly error?: string | undefined;
  readonly failed?: boolean;
}

/** Joins the paths of place and area, with the values of the parameters if they are given. */
function pathOf(place: string, area: string, params: Readonly<Record<string, string>> = {}): string {
  const path = area === '' ? place : `${place}/${area}`;
  return path.replaceAll(/:(\w+)/gu, (parameter, name: string) =>
    params[name] === undefined ? parameter : encodeURIComponent(params[name]),
  );
}

function isPage(drawn: ComponentChildren | AreaPage): drawn is AreaPage {
  return typeof drawn === 'object' && drawn !== null && 'heading' in drawn && 'content' in drawn;
}

function linksOf(visit: AreaVisit, here: Area, areas: readonly Area[]): AreaLink[] {
  return areas
    .filter((area) => area.parent === undefined && area.isOpen?.(visit) !== false)
    .map((area) => ({
      href: pathOf(visit.base, area.path),
      name: area.texts[visit.language].name,
      current: area.path === (here.parent ?? here.path),
    }));
}

/** The text of a notice; undefined for any other value in the query. */
function noticeOf({ notices = {} }: AreaTexts, done: string, language: Language): string | undefined {
  const all: Readonly<Record<string, string>> = { ...areasTexts[language].notices, ...notices };
  return Object.hasOwn(all, done) ? all[done] : undefined;
}

function refusalOf(area: Area, error: IdentityError, language: Language) {
  const { code, reason, details = [] } = error;
  const text = refusalText(error, language, { ...areasTexts[language].refusals, ...area.texts[language].refusals });
  const errors = area.errorsOf?.({ code, reason, details, text }, language) ?? {};
  return { errors, above: firstOf(errors) === undefined ? text : undefined };
}
