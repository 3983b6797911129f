import { timingSafeEqual } from 'node:crypto';
import {
  IdentityError,
  isIdentityError,
  type Language,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { ComponentChildren } from 'preact';
import { type KnownBrowser, readKnownBrowser } from '../credentials/known-browser.js';
import { AccountLayout, type AccountLink, type AreaName } from './account-layout.js';
import { type FieldErrors, firstOf, type Refusal } from './field-errors.js';
import { type AccountNotice, noticeText, refusalText } from './notices.js';

/** Somebody who is signed in, at one of the pages of their account. */
export interface AccountVisit {
  readonly principal: { readonly userId: string; readonly sessionUid: string };
  readonly form: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly browser: KnownBrowser | undefined;
  readonly cookie: PageRequest['cookie'];
  readonly language: Language;
  /** What every form of the page has to send along. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Back to the page with a notice; or something to be seen this once, such as a secret; or any other answer. */
export type AreaOutcome = { readonly done: AccountNotice } | { readonly show: ComponentChildren } | PageAnswer;

/** One page of the account: GET draws it, POST acts and comes back to it. */
export interface AccountArea {
  readonly path: string;
  readonly name: AreaName;
  /** `refused` is there when a form comes back, with what is wrong with which field. */
  draw(visit: AccountVisit, refused?: FieldErrors): Promise<ComponentChildren>;
  /** The fields that a refusal is about; one that is about none stands above the page. */
  errorsOf?(refusal: Refusal, language: Language): FieldErrors;
  act?(visit: AccountVisit): Promise<AreaOutcome>;
}

/** The routes of a page; `links` are those of all pages, itself among them. */
export function areaRoutes(
  host: Pick<IdentityPluginHost, 'brand' | 'vault'>,
  area: AccountArea,
  links: readonly AccountLink[],
): readonly PageRoute[] {
  const { path, name, act } = area;
  const page = (
    visit: AccountVisit,
    content: ComponentChildren,
    extra: { notice?: string | undefined; error?: string | undefined; failed?: boolean } = {},
  ) => (
    <AccountLayout brand={host.brand} name={name} links={links} hidden={visit.hidden} {...extra}>
      {content}
    </AccountLayout>
  );
  const show: PageRoute['handle'] = async (request) => {
    const visit = visitOf(host, request);
    const notice = noticeText(request.query['done'], request.language);
    if (!visit) return { signIn: { returnTo: notice ? `${path}?done=${request.query['done']}` : path } };
    return { page: page(visit, await area.draw(visit), { notice }) };
  };
  const take: PageRoute['handle'] = async (request) => {
    const visit = visitOf(host, request);
    if (!visit || !act) return { signIn: { returnTo: path } };
    checkFormToken(request);
    try {
      const outcome = await act(visit);
      if ('show' in outcome) return { page: page(visit, outcome.show) };
      return 'done' in outcome ? { redirect: `${path}?done=${outcome.done}` } : outcome;
    } catch (error) {
      if (!isIdentityError(error) || error.status >= 500) throw error;
      if (error.code === 'REAUTHENTICATION_REQUIRED')
        return { signIn: { returnTo: `${path}?done=signed-in`, again: true } };
      const { code, reason, details = [], status } = error;
      const text = refusalText(error, visit.language);
      const errors = area.errorsOf?.({ code, reason, details, text }, visit.language) ?? {};
      const content = await area.draw(visit, errors);
      const above = firstOf(errors) === undefined ? text : undefined;
      return { page: page(visit, content, { error: above, failed: true }), status };
    }
  };
  return [{ method: 'get', path, handle: show }, ...(act ? [{ method: 'post' as const, path, handle: take }] : [])];
}

/** The visit of somebody whose sign-in is complete. */
export function visitOf({ vault }: Pick<IdentityPluginHost, 'vault'>, request: PageRequest): AccountVisit | undefined {
  const { userId, session, form, ip, language, cookie } = request;
  if (userId === undefined || !session) return undefined;
  const principal = { userId, sessionUid: session.uid };
  const browser = readKnownBrowser(vault, cookie);
  return { principal, form, ip, browser, cookie, language, hidden: { formToken: session.formToken } };
}

/** Refuses a form that no page of this very session has sent; for browsers that do not say where one comes from. */
export function checkFormToken({ session, form }: PageRequest): void {
  const given = Buffer.from(form['formToken'] ?? '');
  const expected = Buffer.from(session?.formToken ?? '');
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new IdentityError('MALFORMED_REQUEST', 'The form was not sent by this page, or by an older session of it.');
}
