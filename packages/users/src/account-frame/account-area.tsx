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

/** A signed-in user's request for one of the account pages. */
export interface AccountVisit {
  readonly principal: { readonly userId: string; readonly sessionUid: string };
  readonly form: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly browser: KnownBrowser | undefined;
  readonly cookie: PageRequest['cookie'];
  readonly language: Language;
  /** The hidden fields of every form of the page. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Redirects to the page with a notice, shows something once (such as a secret), or returns any other response. */
export type AreaOutcome = { readonly done: AccountNotice } | { readonly show: ComponentChildren } | PageAnswer;

/** One page of the account: GET shows it; POST acts and redirects back to it. */
export interface AccountArea {
  readonly path: string;
  readonly name: AreaName;
  /** `refused` has the errors by field if a form was refused. */
  draw(visit: AccountVisit, refused?: FieldErrors): Promise<ComponentChildren>;
  /** The fields that an error belongs to. An error without a field is shown at the top of the page. */
  errorsOf?(refusal: Refusal, language: Language): FieldErrors;
  act?(visit: AccountVisit): Promise<AreaOutcome>;
}

/** The routes of a page. `links` are the links to all account pages, including this one. */
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
  const submit: PageRoute['handle'] = async (request) => {
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
  return [{ method: 'get', path, handle: show }, ...(act ? [{ method: 'post' as const, path, handle: submit }] : [])];
}

/** Returns undefined if the user's sign-in is not complete. */
export function visitOf({ vault }: Pick<IdentityPluginHost, 'vault'>, request: PageRequest): AccountVisit | undefined {
  const { userId, session, form, ip, language, cookie } = request;
  if (userId === undefined || !session) return undefined;
  const principal = { userId, sessionUid: session.uid };
  const browser = readKnownBrowser(vault, cookie);
  return { principal, form, ip, browser, cookie, language, hidden: { formToken: session.formToken } };
}

/** Refuses a form that was not sent by a page of this session (CSRF). For browsers that send no `Origin` header. */
export function checkFormToken({ session, form }: PageRequest): void {
  const given = Buffer.from(form['formToken'] ?? '');
  const expected = Buffer.from(session?.formToken ?? '');
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new IdentityError('MALFORMED_REQUEST', 'The form was not sent by this page, or its session has ended.');
}
