import {
  type AreaIn,
  type ConsoleIn,
  type ConsoleVisit,
  checkFormToken,
  IdentityError,
  isIdentityError,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  superAdminReason,
  superAdminSecondFactor,
} from '@org/identity-core';
import { hrefOf, inTimeZone } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { actRehearsed, askBefore } from './act-rehearsed.js';
import { AreaLayout, areaStyles } from './area-layout.js';
import {
  isFormTaken,
  isOpenTo,
  isPage,
  isVisitorOfKind,
  mergeSections,
  noticeOf,
  pathOf,
  refusalOf,
  type Shown,
  textsOf,
} from './area-parts.js';
import type { AreaServices } from './area-services.js';
import { isFresh } from './consoles.js';
import { keepPageUser, pageUserOf } from './page-user.js';
import { keepUntilSignedIn, takeKeptForm } from './resume-form.js';
import { shellOf } from './shell.js';
import { areasTexts } from './texts.js';

/** The routes of all areas of a console. */
export function areaRoutes<Visit extends ConsoleVisit>(
  services: AreaServices,
  console: ConsoleIn<Visit>,
  areas: readonly AreaIn<Visit>[],
): PageRoute[] {
  const sorted = [...areas].sort((one, other) => (one.order ?? 100) - (other.order ?? 100));
  return sorted.flatMap((area) => routesOf({ services, console, area, areas: sorted }));
}

interface Parts<Visit extends ConsoleVisit> {
  services: AreaServices;
  console: ConsoleIn<Visit>;
  area: AreaIn<Visit>;
  areas: readonly AreaIn<Visit>[];
}

function routesOf<Visit extends ConsoleVisit>(parts: Parts<Visit>): PageRoute[] {
  const { console, area } = parts;
  const path = pathOf(console.path, area.path);
  const takes = {
    ...(console.callers ? { callers: console.callers } : {}),
    ...(area.origins ? { origins: area.origins } : {}),
  };
  const get: PageRoute = {
    method: 'get',
    path,
    ...takes,
    handle: (request) => otherwise(parts, request, show(parts, request)),
  };
  const post: PageRoute = {
    method: 'post',
    path,
    ...takes,
    ...(area.uploads ? { uploads: area.uploads } : {}),
    handle: (request) => otherwise(parts, request, submit(parts, request)),
  };
  // A section is shown by another page. Its own page shows a form that was refused.
  const routes = area.sectionOf === undefined || area.act ? [get] : [];
  return area.act ? [...routes, post] : routes;
}

/**
 * What a page is about may not exist, or no longer: an order of another tenant, a member who was removed. And a super admin
 * may need a second factor for it.
 */
async function otherwise<Visit extends ConsoleVisit>(
  { services, console, area }: Parts<Visit>,
  request: PageRequest,
  answer: Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (!isIdentityError(error)) throw error;
    if (error.status === 404) return { notFound: true };
    if (error.reason !== superAdminReason) throw error;
    const page = pathOf(console.path, area.path, request.params);
    const signIn = { signIn: { returnTo: hrefOf(page, request.query), secondFactor: true } };
    return keepUntilSignedIn(services, request, {
      answer: signIn,
      page,
      withoutSecrets: area.keepsWithoutSecrets === true,
    });
  }
}

async function show<Visit extends ConsoleVisit>(parts: Parts<Visit>, request: PageRequest): Promise<PageAnswer> {
  const { services, console, area } = parts;
  const { done, download } = request.query;
  const here = pathOf(console.path, area.path, request.params);
  const texts = [area, ...sectionsOf(parts)].map((each) => textsOf(each, request.language));
  const notice = done === undefined ? undefined : noticeOf(texts, done, request.language);
  const opened = await console.open(request, hrefOf(here, request.query));
  if (!('visit' in opened)) return opened;
  const { visit } = opened;
  if (!isOpenTo(area, visit)) return closed(parts, visit);
  const kept = await takeKeptForm(services, request, here);
  if (kept) return showAgain(parts, keepPageUser({ ...visit, form: kept }, pageUserOf(visit)));
  const file = download !== undefined && Object.hasOwn(area.downloads ?? {}, download) && area.downloads?.[download];
  if (file) return { download: await file(visit) };
  return page(parts, visit, await drawWithSections(parts, visit), { notice });
}

/**
 * Shows a form that has waited for a sign-in. Nothing happens until the user sends it: a form that asks first does so now, any
 * other is on its page, with the values that were entered.
 */
async function showAgain<Visit extends ConsoleVisit>(parts: Parts<Visit>, visit: Visit): Promise<PageAnswer> {
  const { services, area } = parts;
  const here = pathOf(parts.console.path, area.path, visit.params);
  const { notices } = areasTexts[visit.language];
  try {
    const asked = (await mayAct(area, visit)) ? await area.confirm?.(visit) : undefined;
    const asking = asked && (await askBefore(services, { area, visit, asked, here }));
    if (asking) return page(parts, visit, asking, { notice: notices['asked-again'], isDone: false });
  } catch (error) {
    if (!isIdentityError(error) || error.status >= 500 || error.status === 404) throw error;
    return refuse(parts, visit, error);
  }
  // As a form that was refused, but without an error: pages then show what was entered.
  return page(parts, visit, await area.draw(visit, {}), { notice: notices['form-kept'], isDone: false });
}

async function submit<Visit extends ConsoleVisit>(parts: Parts<Visit>, request: PageRequest): Promise<PageAnswer> {
  const { services, console, area } = parts;
  const here = pathOf(console.path, area.path, request.params);
  const opened = await console.open(request, here);
  if (!('visit' in opened))
    return keepUntilSignedIn(services, request, {
      answer: opened,
      page: here,
      withoutSecrets: area.keepsWithoutSecrets === true,
    });
  const { visit } = opened;
  if (!isOpenTo(area, visit)) return closed(parts, visit);
  if (!area.act) return { notFound: true };
  // Nothing was read of such a form, so it has no token. It changes nothing.
  if (request.files === 'tooLarge') return refuse(parts, visit, tooLarge());
  checkFormToken(isVisitorOfKind(visit.principal) ? { form: request.form, session: ownSession(visit) } : request);
  try {
    if (!(await mayAct(area, visit))) throw signInAgain();
    const asked = await area.confirm?.(visit);
    const outcome = await actRehearsed(services, { area, visit, asked, here });
    if ('heading' in outcome) return page(parts, visit, outcome, {});
    if ('show' in outcome) return page(parts, visit, outcome.show, {});
    if (!('done' in outcome)) return outcome;
    const shownBy = area.sectionOf === undefined ? here : pathOf(console.path, area.sectionOf, request.params);
    return { redirect: `${shownBy}?done=${outcome.done}` };
  } catch (error) {
    if (!isIdentityError(error) || error.status >= 500 || error.reason === superAdminReason) throw error;
    if (error.code === 'REAUTHENTICATION_REQUIRED') {
      const signIn = { signIn: { returnTo: `${here}?done=signed-in`, again: true } };
      return keepUntilSignedIn(services, request, {
        answer: signIn,
        page: here,
        withoutSecrets: area.keepsWithoutSecrets === true,
      });
    }
    return refuse(parts, visit, error);
  }
}

/** The token in the forms of a visit without a session. */
const ownSession = ({ hidden }: ConsoleVisit) => ({ formToken: hidden['formToken'] ?? '' });

/** The page of the form again, with the reason. */
async function refuse<Visit extends ConsoleVisit>(
  parts: Parts<Visit>,
  visit: Visit,
  error: IdentityError,
): Promise<PageAnswer> {
  const { errors, above } = refusalOf(parts.area, error, visit.language);
  const drawn = await parts.area.draw(visit, errors);
  return page(parts, visit, drawn, { error: above, failed: true, status: error.status });
}

const tooLarge = () => new IdentityError('PAYLOAD_TOO_LARGE', 'The files of the form are too large.');

const signInAgain = () => new IdentityError('REAUTHENTICATION_REQUIRED', 'Sign in again to do this.');

/** Whether this form takes the origin of the session, and the sign-in is recent enough for it. */
async function mayAct<Visit extends ConsoleVisit>(area: AreaIn<Visit>, visit: Visit): Promise<boolean> {
  if (!isFormTaken(area, visit)) return false;
  return isFreshVisit(visit) || area.needsFreshSignIn === undefined || (await area.needsFreshSignIn(visit)) === false;
}

/**
 * Only visits to the consoles say when the user signed in. The account's pages check it in their use-cases. A caller without a
 * session has no sign-in: its use-cases check with every change that it is still valid.
 */
function isFreshVisit(visit: ConsoleVisit): boolean {
  if (isVisitorOfKind(visit.principal)) return true;
  return 'signedInAt' in visit && visit.signedInAt instanceof Date && isFresh(visit.signedInAt);
}

async function closed<Visit extends ConsoleVisit>(parts: Parts<Visit>, visit: Visit): Promise<PageAnswer> {
  if (parts.console.closed !== 'refused') return { notFound: true };
  if ('superAdminLacksFactor' in visit.principal) throw superAdminSecondFactor();
  const { FORBIDDEN } = areasTexts[visit.language].refusals;
  return page(parts, visit, null, { error: FORBIDDEN, failed: true, status: 403 });
}

const sectionsOf = <Visit extends ConsoleVisit>({ area, areas }: Parts<Visit>) =>
  areas.filter(({ sectionOf }) => sectionOf !== undefined && sectionOf === area.path && area.sectionOf === undefined);

async function drawWithSections<Visit extends ConsoleVisit>(parts: Parts<Visit>, visit: Visit) {
  const drawn = await parts.area.draw(visit);
  const open = sectionsOf(parts).filter((section) => isOpenTo(section, visit));
  if (open.length === 0) return drawn;
  const own = isPage(drawn) ? drawn : { heading: textsOf(parts.area, visit.language).title, content: drawn };
  const sections = await Promise.all(
    open.map(async (section) => {
      const content = await section.draw(visit);
      const { title } = textsOf(section, visit.language);
      return isPage(content) ? content : { heading: title, content };
    }),
  );
  const content = (
    <>
      {own.content}
      {mergeSections(sections).map(({ heading, content }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {content}
        </section>
      ))}
    </>
  );
  return { heading: own.heading, content };
}

async function page<Visit extends ConsoleVisit>(
  { services, console, area, areas }: Parts<Visit>,
  visit: Visit,
  drawn: ComponentChildren | { heading: string; content: ComponentChildren },
  { status = 200, ...shown }: Shown,
): Promise<PageAnswer> {
  const { heading, content } = isPage(drawn) ? drawn : { heading: textsOf(area, visit.language).title, content: drawn };
  const parent = areas.find(({ path }) => path === area.parent);
  const { wide = true } = console;
  const layout = (
    <AreaLayout
      brand={services.brand}
      title={heading}
      wide={wide}
      shell={await shellOf(services, { console, area, areas }, visit)}
      parent={parent && { href: pathOf(visit.base, parent.path), name: textsOf(parent, visit.language).name }}
      {...shown}
    >
      {content}
    </AreaLayout>
  );
  return { page: inTimeZone(visit.timeZone, layout), status, styles: areaStyles(wide) };
}
